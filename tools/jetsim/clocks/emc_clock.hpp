// SPDX-License-Identifier: Apache-2.0
// The memory clock (EMC): nvpmodel's cap file and the lock through BPMP's debugfs, as each release has them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "jetsim/fuse/tree.hpp"
#include "jetsim/spec/board_spec.hpp"
#include "jetsim/spec/faults.hpp"
#include "jetsim/spec/kernel_rules.hpp"

namespace wattline::jetsim {

class EmcClock {
 public:
  EmcClock(const BoardSpec& board, const KernelRules& rules, const Faults& faults);
  std::int64_t clock_hz() const;
  // Share of the memory bandwidth in use, 0..1: the bandwidth manager follows it.
  void set_load(double load) { load_ = load; }
  void advance();
  // What nvpmodel writes; nothing where the kernel has no file for it.
  void ask_cap(std::string_view hz);
  void add_files(Tree& tree);

 private:
  bool locked() const;
  std::int64_t cap_hz() const;
  std::int64_t wanted_hz() const;
  int write_iso_cap(std::string_view text);
  int write_clk_cap(std::string_view text);
  int read_rate(std::string& text) const;
  int write_rate(std::string_view text);
  int write_lock(std::string_view text);
  WriteText flag(std::int64_t& value);
  void add_cap(Tree& tree);
  void add_bpmp(Tree& tree);
  void add_override(Tree& tree);
  void add_activity(Tree& tree);

  const BoardSpec& board_;
  const KernelRules& rules_;
  const Faults& faults_;
  std::vector<std::int64_t> table_;
  std::int64_t cap_ = 0;  // as stored: 0 = none with an ISO cap; a rate with a clock cap
  std::int64_t rate_;     // asked through the rate file
  std::int64_t locked_ = 0, state_ = 0, halted_ = 0;
  std::int64_t frozen_hz_ = 0;
  double load_ = 0;
};

}  // namespace wattline::jetsim
