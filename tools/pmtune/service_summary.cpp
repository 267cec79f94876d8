// SPDX-License-Identifier: Apache-2.0
#include "pmtune/service_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.hpp"
#include "base/units.hpp"
#include "pmtune/service_options.hpp"

namespace wattline::pmtune {

void ServiceSummary::add(const model::AnsweredRequest& request) {
  ++requests_;
  if (request.latency_s() <= target_.limit_s) ++within_;
}

void ServiceSummary::add(const TuneRow& row) {
  const double length_s = to_seconds(row.end_ns - row.start_ns);
  const std::string mode = to_string(row.mode);
  total_.add(length_s, row.energy_j);
  if (row.phase != model::TunePhase::hold) exploring_s_ += length_s;
  if (!mode_.empty() && mode != mode_) ++changes_;
  mode_ = mode;
  in_mode_s_[mode] += length_s;
}

double ServiceSummary::share() const {
  return requests_ > 0 ? double(within_) / double(requests_) : 1;
}

std::string ServiceSummary::held() const {
  const auto longest = std::max_element(in_mode_s_.begin(), in_mode_s_.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
  if (longest == in_mode_s_.end()) return "no mode";
  return fmt::format("{} for {:.0f} s", longest->first, longest->second);
}

std::string ServiceSummary::text() const {
  const double seconds = total_.seconds();
  std::string text = fmt::format("{} in {:.0f} s, ", counted(requests_, "request"), seconds);
  if (requests_ > 0) text += fmt::format("{:.3f} % within {:.6g} ms; ", 100 * share(), 1e3 * target_.limit_s);
  if (total_.is_known()) {
    text += fmt::format("{:.0f} J, mean power {:.2f} W", total_.joules(), total_.mean_w());
  } else {
    text += "the energy is not known, because " + total_.why_unknown();
  }
  text += "; " + counted(changes_, "change") + " of the mode";
  if (seconds > 0) text += fmt::format(", {:.1f} per hour", double(changes_) * 3600 / seconds);
  return text + fmt::format("; most in {}; explored for {:.0f} s", held(), exploring_s_);
}

std::string ServiceSummary::problem() const {
  if (share() >= target_.quantile) return "";
  return fmt::format("{} was not kept: {:.3f} % of the requests were answered within it", to_string(target_),
                     100 * share());
}

}  // namespace wattline::pmtune
