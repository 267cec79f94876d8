// SPDX-License-Identifier: Apache-2.0
// What the programs of a board did in the last minutes, tick by tick.
#pragma once
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "model/account_log.hpp"

namespace wattline::model {

class ProgramHistory {
 public:
  // Ticks are forgotten when they ended kept_s before the latest one.
  explicit ProgramHistory(double kept_s) : kept_s_(kept_s) {}
  // A tick, at which something is known of the time since the one before.
  void begin_tick(double t_s);
  // A program in the latest tick; what has one id is one program, under the name that it had last.
  void add(const std::string& id, const std::string& name, double busy_cores);

  // The logs of the programs that used most CPU time, at most `most`; those that used little count as a part of the
  // idle board. A program runs while it uses a fifth of the CPU time that it uses in the mean. That is also what stands
  // for its minibatches: a GPU takes power from the program's CPU time no more than from the time that it runs.
  std::vector<AccountLog> logs(std::size_t most) const;

 private:
  AccountLog log_of(const std::string& id, double mean_cores) const;
  struct Use {
    std::string id, name;
    double busy_cores;
  };
  struct Tick {
    double start_s, end_s;
    std::vector<Use> uses;
  };
  double kept_s_;
  std::optional<double> last_s_;
  bool open_ = false;  // programs are added to the latest tick
  std::deque<Tick> ticks_;
};

}  // namespace wattline::model
