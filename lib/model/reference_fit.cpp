// SPDX-License-Identifier: Apache-2.0
#include "model/reference_fit.hpp"

#include <set>

#include "base/error.hpp"
#include "model/experimental_design.hpp"
#include "model/workload_model.hpp"

namespace wattline::model {

namespace {

constexpr std::size_t kReferenceProfiles = 60;

WorkloadModel fit_of(const std::vector<ModeReading>& readings) {
  std::vector<Mode> modes;
  for (const ModeReading& reading : readings) modes.push_back(reading.mode);
  if (modes.empty()) throw data_error("there are no readings to fit");
  const Space space(modes);
  const std::vector<Mode> designed = design(space, kReferenceProfiles);
  const std::set<Mode> chosen(designed.begin(), designed.end());
  std::vector<ModeReading> used;
  for (const ModeReading& reading : readings) {
    if (chosen.count(reading.mode) != 0) used.push_back(reading);
  }
  return WorkloadModel(space.device(), used);
}

}  // namespace

Priors priors_of_workloads(const std::vector<std::vector<ModeReading>>& workloads) {
  std::vector<Estimate> time, power;
  for (const std::vector<ModeReading>& readings : workloads) {
    const WorkloadModel fit = fit_of(readings);
    time.push_back(fit.time().estimate());
    power.push_back(fit.power().estimate());
  }
  return reference_priors(time, power);
}

}  // namespace wattline::model
