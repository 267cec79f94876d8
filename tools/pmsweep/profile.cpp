// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/profile.hpp"

#include "base/enum_name.hpp"
#include "base/statistics.hpp"

namespace wattline::pmsweep {

namespace {

constexpr std::size_t kStretches = 5;  // of the window, each with a mean power of its own

std::optional<double> deviation(const std::vector<double>& values) {
  Running running;
  for (const double value : values) running.add(value);
  return running.sd();
}

}  // namespace

const char* to_string(RunStatus status) {
  return enum_name(status, {"ok", "short", "failed", "deferred"});
}

std::optional<double> Profile::minibatch_ms() const {
  return median(step_ms);
}

std::optional<double> Profile::power_w() const {
  return settled == Settled::whole_run ? mean_power_w : median_of_means(watts, kStretches);
}

std::optional<double> Profile::energy_j() const {
  const auto ms = minibatch_ms(), mean_w = power_w();
  return ms && mean_w ? std::optional<double>(*ms / 1e3 * *mean_w) : std::nullopt;
}

std::optional<double> Profile::minibatch_sd_ms() const {
  return deviation(step_ms);
}

std::optional<double> Profile::power_sd_w() const {
  return deviation(watts);
}

}  // namespace wattline::pmsweep
