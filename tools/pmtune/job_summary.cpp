// SPDX-License-Identifier: Apache-2.0
#include "pmtune/job_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/counted.hpp"
#include "base/units.hpp"
#include "io/output.hpp"

namespace wattline::pmtune {

void JobSummary::add(const TuneRow& row) {
  const double length_s = to_seconds(row.end_ns - row.start_ns);
  steps_ += static_cast<double>(row.steps);
  total_.add(length_s, row.energy_j);
  const bool holds = row.phase == model::TunePhase::hold;
  if (!holds) exploring_s_ += length_s;
  InMode& mode = (holds ? held_ : explored_)[to_string(row.mode)];
  mode.seconds += length_s;
  if (row.minibatch_ms) mode.minibatch_ms = row.minibatch_ms;
  if (row.power_w) mode.power_w = row.power_w;
}

// The longest first, and others that took a part that counts.
std::string JobSummary::held() const {
  constexpr double kCounts = 0.1;
  std::vector<std::pair<double, std::string>> modes;
  for (const auto& [mode, in] : held_) modes.emplace_back(-in.seconds, mode);
  if (modes.empty()) return "no mode was held";
  std::sort(modes.begin(), modes.end());
  std::string text;
  for (const auto& [seconds, mode] : modes) {
    if (seconds > kCounts * modes.front().first) break;
    text += fmt::format("{}{} for {:.0f} s", text.empty() ? "held " : " and ", mode, -seconds);
  }
  return text;
}

std::string JobSummary::energy() const {
  if (total_.is_known()) return fmt::format("{:.0f} J", total_.joules());
  return "an energy that is not known, because " + total_.why_unknown();
}

std::string JobSummary::outcome_of(const model::JobLimit& limit) const {
  using Kind = model::JobLimit::Kind;
  if (limit.kind == Kind::deadline) return fmt::format("; the deadline was {:.0f} s", limit.most);
  if (!total_.is_known()) return "";
  if (limit.kind == Kind::energy) return fmt::format("; the energy budget was {:.0f} J", limit.most);
  if (limit.kind != Kind::mean_power) return "";
  return fmt::format("; mean power {:.2f} W of {:.2f} W", total_.mean_w(), limit.most);
}

std::string JobSummary::missed(const model::JobLimit& limit) const {
  if (limit.kind != model::JobLimit::Kind::deadline || total_.seconds() <= limit.most) return "";
  return fmt::format("the deadline was missed by {:.1f} s", total_.seconds() - limit.most);
}

std::string JobSummary::text(const std::optional<PowerMode>& before, const model::JobLimit& limit) const {
  std::string text = held();
  text += fmt::format("; {:.0f} steps in {:.0f} s with {}; explored {} in {:.0f} s", steps_, total_.seconds(), energy(),
                      counted(explored_.size(), "mode"), exploring_s_);
  text += outcome_of(limit);
  if (before) text += cost_in(to_string(*before), "the mode before, " + to_string(*before));
  for (const auto& [mode, name] : predefined_) {
    if (!before || mode != to_string(*before)) text += cost_in(mode, name);
  }
  return text;
}

// Nothing for a mode that was not measured.
std::string JobSummary::cost_in(const std::string& mode, const std::string& as) const {
  for (const auto* modes : {&held_, &explored_}) {
    const auto found = modes->find(mode);
    if (found == modes->end() || !found->second.minibatch_ms || !found->second.power_w) continue;
    const double seconds = steps_ * *found->second.minibatch_ms / 1e3;
    return fmt::format("; in {}, as measured, these steps take {:.0f} s and {:.0f} J", as, seconds,
                       seconds * *found->second.power_w);
  }
  return "";
}

void write_summary(const cli::Context& context, const std::string& file, const std::string& text) {
  if (file.empty()) return context.say(text);
  if (file == "-") return context.out.write(text + "\n");
  io::Output::to_file(file).write(text + "\n");
}

}  // namespace wattline::pmtune
