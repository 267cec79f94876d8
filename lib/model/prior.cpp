// SPDX-License-Identifier: Apache-2.0
#include "model/prior.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::model {

namespace {

struct Entry {
  const char* name;
  double mean, sd;
};

// Set by hand from fits of training workloads on a Jetson AGX Orin; priors learned from one workload, or from all but
// the one predicted, predict no better.
constexpr Entry kTime[] = {{"gpu", 0, 4},
                           {"gpu_memory", 0, 0.8},
                           {"gpu_rest", -2, 0.8},
                           {"gpu_sharpness", 0.5, 0.5},
                           {"cpu_serial", -0.5, 1.2},
                           {"cpu_parallel", 0.4, 1},
                           {"starvation", 0.7, 0.25},
                           {"cpu_memory", -1.5, 0.9},
                           {"overlap", 0.9, 0.7},
                           {"constant", -2.5, 1},
                           {"host", -2, 1.2},
                           {"background", 0, 0.6},
                           {"overlap_loss", 0.3, 0.5},
                           {"loader_memory", -1.5, 0.7},
                           {"gpu_fixed", -3, 1.5},
                           {"serial_fixed", 0, 1.5},
                           {"memory_growth", 0, 0.1},
                           {"crowding", 0.5, 0.3},
                           {"crowd_threads", -2, 1.2},
                           {"crowd_system", -3, 1.2},
                           {"most_starved", 2.5, 1}};

constexpr Entry kPower[] = {
    {"base", 2.3, 0.7},        {"gpu_clock", 0.5, 1},   {"gpu_curve", 0.3, 0.8},     {"cpu_clock", -0.8, 1},
    {"cpu_curve", 0.5, 0.8},   {"memory", 0.3, 0.7},    {"one_core", -1, 1},         {"gpu_work", 2.5, 0.8},
    {"cpu_work", 1, 1},        {"memory_work", 1.2, 1}, {"gpu_exponent", 0.9, 0.25}, {"memory_exponent", 0.6, 0.3},
    {"cpu_exponent", 1, 0.35}, {"gpu_gated", -1.5, 1},  {"loading", -0.5, 1},        {"work_fixed", -3, 1.5}};

template <std::size_t N>
Prior table_prior(const Entry (&entries)[N]) {
  Prior prior{Eigen::VectorXd(N), Eigen::VectorXd(N)};
  for (std::size_t i = 0; i < N; ++i) {
    prior.mean[Eigen::Index(i)] = entries[i].mean;
    prior.sd[Eigen::Index(i)] = entries[i].sd;
  }
  return prior;
}

template <std::size_t N>
std::vector<std::string> table_names(const Entry (&entries)[N]) {
  std::vector<std::string> names;
  for (const Entry& entry : entries) names.emplace_back(entry.name);
  return names;
}

}  // namespace

const std::vector<std::string>& time_parameter_names() {
  static const auto names = table_names(kTime);
  return names;
}

const std::vector<std::string>& power_parameter_names() {
  static const auto names = table_names(kPower);
  return names;
}

const Prior& time_prior() {
  static const Prior prior = table_prior(kTime);
  return prior;
}

const Prior& power_prior() {
  static const Prior prior = table_prior(kPower);
  return prior;
}

Prior reference_prior(const std::vector<Estimate>& references, const Prior& base, double floor) {
  const Eigen::Index n = base.mean.size();
  const double count = double(references.size());
  Prior prior = base;
  for (Eigen::Index i = 0; i < n; ++i) {
    double mean = 0, spread = 0, weights = 0, weighted = 0;
    for (const Estimate& e : references) mean += e.value[i] / count;
    for (const Estimate& e : references) spread += (e.value[i] - mean) * (e.value[i] - mean);
    const double between = (spread + 0.5 * base.sd[i] * base.sd[i]) / count;
    for (const Estimate& e : references) {
      const double weight = 1 / (between + e.sd[i] * e.sd[i]);
      weights += weight;
      weighted += weight * e.value[i];
    }
    prior.mean[i] = weighted / weights;
    prior.sd[i] = std::sqrt(std::max(between + 1 / weights, floor * floor));
  }
  return prior;
}

Priors reference_priors(const std::vector<Estimate>& time, const std::vector<Estimate>& power) {
  constexpr double kTimeFloor = 0.15, kPowerFloor = 0.03;
  Priors priors{reference_prior(time, time_prior(), kTimeFloor), reference_prior(power, power_prior(), kPowerFloor)};
  priors.time.sd[0] = time_prior().sd[0];
  return priors;
}

}  // namespace wattline::model
