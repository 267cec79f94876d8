// SPDX-License-Identifier: Apache-2.0
// The clock of the external memory controller (EMC), in Hz. L4T releases control it through different files; those that
// exist are used.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/root.hpp"
#include "platform/board/detect_board.hpp"
#include "platform/mode/attribute_writer.hpp"

namespace wattline::platform {

// Raw contents of the control files; empty if there is no such file or it may not be read.
struct EmcState {
  std::optional<std::int64_t> cap;     // highest rate that can be requested
  std::optional<std::int64_t> locked;  // 1 = other requests are ignored
  std::optional<std::int64_t> rate;
  std::optional<std::int64_t> enabled;  // r36: the enable reference that debugfs holds on the clock
  std::optional<std::int64_t> halted;   // r36: 1 = the bandwidth manager is stopped
};

struct Emc {
  // iso: r32 to r35; 0 is no cap, and the file reads back what was written.
  // clk: from r36 on; the file reads back the effective rate.
  enum class Cap { none, iso, clk };
  // bpmp: from T186 on, through the firmware's debugfs. override_clk: T210.
  enum class Lock { none, bpmp, override_clk };
  Cap cap = Cap::none;
  Lock lock = Lock::none;
  std::string cap_file;
  std::string lock_file, rate_file, rate_control_file, enable_file, halt_file;  // empty if the release has none
  bool lock_hidden = false;                                                     // this user may not look for it
  std::vector<std::int64_t> table;  // compiled in, because no release lists it; empty for an unknown board
  bool exists() const { return cap != Cap::none || lock != Lock::none; }
  std::string mechanism() const;  // "emc_iso_cap+bpmp" ...
};

Emc find_emc(const io::Root& root, const Board& board);

EmcState read_emc(const io::Root& root, const Emc& emc);
// The same, and the errno of the last of its files that could not be read, or 0.
struct EmcReading {
  EmcState state;
  int error = 0;
};
EmcReading try_emc(const io::Root& root, const Emc& emc);
// The cap as a rate of the table, in Hz. No cap, as either kind of file expresses it, is the highest rate, and empty
// where there is no table.
std::optional<std::int64_t> cap_rate(const Emc& emc, const EmcState& state);

// What to write: a cap only; or a cap and, if the release can lock, a lock at that rate.
EmcState capped_emc(const Emc& emc, std::int64_t rate);
EmcState pinned_emc(const Emc& emc, std::int64_t rate);

// Writes the fields that have a value. To lock, the cap is written first and the rate last; the clock is unlocked
// before the cap is changed.
void write_emc(AttributeWriter& writer, const Emc& emc, const EmcState& state);

}  // namespace wattline::platform
