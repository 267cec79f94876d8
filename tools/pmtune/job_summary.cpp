// SPDX-License-Identifier: Apache-2.0
#include "pmtune/job_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"
#include "io/output.hpp"

namespace wattline::pmtune {

void JobSummary::add(const TuneRow& row) {
  const double length_s = to_seconds(row.end_ns - row.start_ns);
  steps_ += static_cast<double>(row.steps);
  seconds_ += length_s;
  joules_ += row.energy_j.value_or(0);
  all_measured_ = all_measured_ && row.energy_j;
  const bool holds = row.phase == model::TunePhase::hold;
  if (!holds) exploring_s_ += length_s;
  InMode& mode = (holds ? held_ : explored_)[to_string(row.mode)];
  mode.seconds += length_s;
  if (row.minibatch_ms) mode.minibatch_ms = row.minibatch_ms;
  if (row.power_w) mode.power_w = row.power_w;
}

const std::pair<const std::string, JobSummary::InMode>* JobSummary::held() const {
  const auto longest = std::max_element(
      held_.begin(), held_.end(), [](const auto& a, const auto& b) { return a.second.seconds < b.second.seconds; });
  return longest == held_.end() ? nullptr : &*longest;
}

std::string JobSummary::text(const std::optional<PowerMode>& before) const {
  const std::string joules = all_measured_ ? fmt::format("{:.0f} J", joules_) : "energy not known";
  const auto* mode = held();
  std::string text =
      mode == nullptr ? "no mode was held" : fmt::format("held {} for {:.0f} s", mode->first, mode->second.seconds);
  text += fmt::format("; {:.0f} steps in {:.0f} s with {}; explored {} modes in {:.0f} s", steps_, seconds_, joules,
                      explored_.size(), exploring_s_);
  const auto first = before ? explored_.find(to_string(*before)) : explored_.end();
  if (first == explored_.end() || !first->second.minibatch_ms || !first->second.power_w) return text;
  const double before_s = steps_ * *first->second.minibatch_ms / 1e3;
  return text +
         fmt::format("; in the mode before, {}, as measured at the start, these steps take {:.0f} s and {:.0f} J",
                     first->first, before_s, before_s * *first->second.power_w);
}

void write_summary(const cli::Context& context, const std::string& file, const std::string& text) {
  if (file.empty()) return context.say(text);
  if (file == "-") return context.out.write(text + "\n");
  io::Output::to_file(file).write(text + "\n");
}

}  // namespace wattline::pmtune
