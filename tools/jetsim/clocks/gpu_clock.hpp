// SPDX-License-Identifier: Apache-2.0
// The GPU's clock and power: devfreq by the rules of a kernel generation, and the driver's own files.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jetsim/clocks/time_in_state.hpp"
#include "jetsim/fuse/tree.hpp"
#include "jetsim/spec/board_spec.hpp"
#include "jetsim/spec/faults.hpp"
#include "jetsim/spec/kernel_rules.hpp"

namespace wattline::jetsim {

class GpuClock {
 public:
  GpuClock(const BoardSpec& board, const KernelRules& rules, const Faults& faults);
  std::int64_t clock_hz() const;
  // The share of time that it works, and the clock, relative to the highest, that would be just enough.
  void set_load(double load, double need) {
    load_ = load;
    need_ = need;
  }
  void set_used() { used_ = true; }  // after the first use its power-gating masks need a reboot
  void advance();
  void halve_clocks(bool halved) { halved_ = halved; }
  void account(std::int64_t ns) { times_.add(clock_hz(), ns); }
  void add_files(Tree& tree);

  // As a cooling device it has a state for every clock; 0 is the highest.
  long long cooling_state() const { return cooling_state_; }
  void cool(long long state) { cooling_state_ = state; }

  int ask_min(std::string_view text);
  int ask_max(std::string_view text);
  std::int64_t min_hz() const;
  std::int64_t max_hz() const;

 private:
  int ask_4_9(std::int64_t value, bool is_min);
  std::int64_t governed_hz() const;
  int write_governor(std::string_view text);
  int write_set_freq(std::string_view text);
  int reset_trans_stat(std::string_view text);
  void add_devfreq_files(Tree& tree, const std::string& base);
  void add_userspace_governor(Tree& tree, const std::string& base);
  void add_driver_files(Tree& tree, const std::string& device);
  void add_measured_clock(Tree& tree);
  void add_mask(Tree& tree, const std::string& path, int initial);

  const BoardSpec& board_;
  const KernelRules& rules_;
  const Faults& faults_;
  std::vector<std::int64_t> table_;
  std::int64_t asked_min_, asked_max_;  // as stored: kHz multiples of QoS, or 4.9's own
  std::string governor_ = "nvhost_podgov";
  std::int64_t held_hz_ = 0;            // what the governor "userspace" asks for
  std::optional<std::int64_t> set_hz_;  // what was written to its set_freq
  long long cooling_state_ = 0;
  double load_ = 0, need_ = 0;
  std::int64_t frozen_hz_ = 0;
  TimeInState times_;
  bool used_ = false, halved_ = false;
};

}  // namespace wattline::jetsim
