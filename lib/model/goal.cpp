// SPDX-License-Identifier: Apache-2.0
#include "model/goal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace wattline::model {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void check_positive(const std::optional<double>& limit, const char* option) {
  if (limit && !(*limit > 0 && std::isfinite(*limit))) throw usage_error(std::string(option) + ": not above zero");
}

}  // namespace

Objective parse_objective(const std::string& name) {
  if (name == "time") return Objective::time;
  if (name == "energy") return Objective::energy;
  if (name == "edp") return Objective::energy_delay;
  if (name == "concurrent") return Objective::concurrent;
  throw usage_error("--objective '" + name + "': unknown", "choose from: time, energy, edp, concurrent");
}

double Goal::window_ms(const Mode& mode) const {
  return 1e3 * double(mode[kBatch]) / arrivals_per_s.value_or(1);
}

double Goal::value(const Mode& mode, const Outcome& outcome) const {
  const double log_ms = std::log(outcome.minibatch_ms), log_w = std::log(outcome.power_w);
  switch (objective) {
    case Objective::time:
      return log_ms;
    case Objective::energy:
      return log_ms + log_w;
    case Objective::energy_delay:
      return 2 * log_ms + log_w;
    case Objective::concurrent:
      break;
  }
  const double idle_share = 1 - outcome.infer_ms / window_ms(mode);
  return idle_share > 0 ? log_ms - std::log(idle_share) : kInfinity;
}

double Goal::excess(const Mode& mode, const Outcome& outcome) const {
  double most = -kInfinity;
  if (power_w) most = std::max(most, std::log(outcome.power_w / *power_w));
  if (minibatch_ms) most = std::max(most, std::log(outcome.minibatch_ms / *minibatch_ms));
  if (objective != Objective::concurrent) return most;
  const double window = window_ms(mode);
  most = std::max(most, std::log(outcome.infer_ms / window));
  const double left = latency_ms.value_or(kInfinity) - window;
  return left > 0 ? std::max(most, std::log(outcome.infer_ms / left)) : kInfinity;
}

void Goal::check() const {
  check_positive(power_w, "--budget");
  check_positive(minibatch_ms, "--deadline");
  check_positive(latency_ms, "--latency");
  check_positive(arrivals_per_s, "--rate");
  if (objective == Objective::time && !power_w) throw usage_error("--budget: the shortest time needs a limit in watts");
  if (objective == Objective::energy && !minibatch_ms && !power_w) {
    throw usage_error("--deadline: the least energy needs a limit", "give --deadline MS, --budget W or both");
  }
  if (objective == Objective::concurrent && (!latency_ms || !arrivals_per_s)) {
    throw usage_error("--objective concurrent: needs --latency MS and --rate PER_S");
  }
}

}  // namespace wattline::model
