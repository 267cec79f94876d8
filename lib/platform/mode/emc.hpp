// SPDX-License-Identifier: Apache-2.0
// The external memory controller's clock. Each L4T release has its own mechanisms; what exists decides. Hz.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/root.hpp"
#include "platform/board/detect_board.hpp"
#include "platform/mode/attribute_writer.hpp"

namespace wattline::platform {

// Raw contents of the control files; empty = no such file, or it may not be read.
struct EmcState {
  std::optional<std::int64_t> cap;     // highest rate that may be asked for
  std::optional<std::int64_t> locked;  // 1 = other requests are ignored
  std::optional<std::int64_t> rate;
  std::optional<std::int64_t> enabled;  // r36: the clock's own enable reference
  std::optional<std::int64_t> halted;   // r36: 1 = the bandwidth manager is stopped
};

struct Emc {
  // iso: r32 to r35, 0 = no cap, reads back what was written. clk: r36 on, reads back the effective rate.
  enum class Cap { none, iso, clk };
  // bpmp: T186 on, through the firmware's debugfs. override_clk: T210.
  enum class Lock { none, bpmp, override_clk };
  Cap cap = Cap::none;
  Lock lock = Lock::none;
  std::string cap_file;
  std::string lock_file, rate_file, rate_control_file, enable_file, halt_file;  // empty = this release has none
  std::vector<std::int64_t> table;  // compiled in: no release lists it. Empty = unknown board
  bool exists() const { return cap != Cap::none || lock != Lock::none; }
  std::string mechanism() const;  // "emc_iso_cap+bpmp" ...
};

Emc find_emc(const io::Root& root, const Board& board);

EmcState read_emc(const io::Root& root, const Emc& emc);
// The cap in Hz as a rate of the table: "no cap" in either release's spelling is the highest.
std::optional<std::int64_t> cap_rate(const Emc& emc, const EmcState& state);

// What to write: a cap only, or the same and a lock at that rate where the release can lock.
EmcState capped_emc(const Emc& emc, std::int64_t rate);
EmcState pinned_emc(const Emc& emc, std::int64_t rate);

// Brings the state about: fields without a value are left alone. A lock goes cap first, rate last; unlocking hands
// the clock back before the cap is changed.
void write_emc(AttributeWriter& writer, const Emc& emc, const EmcState& state);

}  // namespace wattline::platform
