// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/progress.hpp"

#include <fmt/format.h>

#include "base/units.hpp"

namespace wattline::pmsweep {

std::string format_span(double seconds) {
  const auto minutes = static_cast<long long>(seconds / 60 + 0.5);
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (minutes < 60) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

void Progress::add(const Profile& profile, const std::optional<long long>& left, std::int64_t now_ns) {
  ++made_;
  if (profile.status != RunStatus::ok) ++failed_;
  if (!shown_) return;
  std::string line = fmt::format("pmsweep: {}", made_);
  if (left) line += fmt::format(" of {}", made_ + *left);
  line += ": " + to_string(profile.mode);
  const auto ms = profile.minibatch_ms(), watts = profile.power_w();
  if (ms) line += fmt::format(" {:.1f} ms", *ms);
  if (watts) line += fmt::format(" {:.2f} W", *watts);
  if (profile.status != RunStatus::ok) {
    line += fmt::format(" {}: {} (logs in {})", to_string(profile.status), profile.reason, profile.logs);
  }
  if (failed_ > 0) line += fmt::format("; {} without a profile", failed_);
  if (left && *left > 0) {
    const double each_s = to_seconds(now_ns - start_ns_) / static_cast<double>(made_);
    line += fmt::format("; about {} left", format_span(each_s * static_cast<double>(*left)));
  }
  std::fprintf(stderr, "%s\n", line.c_str());
}

}  // namespace wattline::pmsweep
