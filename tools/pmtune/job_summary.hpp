// SPDX-License-Identifier: Apache-2.0
// What became of a job, in one line.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "cli/context.hpp"
#include "pmtune/energy_total.hpp"
#include "pmtune/rows.hpp"

namespace wattline::pmtune {

class JobSummary {
 public:
  // The vendor's modes, by their notation: what the job would have cost in them is printed if they were measured.
  void set_predefined(std::map<std::string, std::string> names) { predefined_ = std::move(names); }
  void add(const TuneRow& row);
  // `before`: the mode in force before the job; what the job would have cost in it is printed only if it was measured.
  std::string text(const std::optional<PowerMode>& before, const model::JobLimit& limit = {}) const;
  // That the deadline was missed; empty = it was not, or there is none.
  std::string missed(const model::JobLimit& limit) const;

 private:
  struct InMode {
    double seconds = 0;
    std::optional<double> minibatch_ms, power_w;  // of the latest window
  };
  std::string held() const;
  std::string energy() const;
  std::string outcome_of(const model::JobLimit& limit) const;
  double steps_ = 0, exploring_s_ = 0;
  EnergyTotal total_;
  std::string cost_in(const std::string& mode, const std::string& as) const;
  std::map<std::string, InMode> explored_, held_;
  std::map<std::string, std::string> predefined_;
};

// To the file, standard output for "-", or standard error without a name.
void write_summary(const cli::Context& context, const std::string& file, const std::string& text);

}  // namespace wattline::pmtune
