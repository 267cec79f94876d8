// SPDX-License-Identifier: Apache-2.0
// What is believed about the parameters before the first reading: independent normal distributions.
#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

namespace wattline::model {

struct Prior {
  Eigen::VectorXd mean, sd;
};

// A parameter vector found by a fit, with the posterior standard deviation of each entry.
struct Estimate {
  Eigen::VectorXd value, sd;
};

const std::vector<std::string>& time_parameter_names();
const std::vector<std::string>& power_parameter_names();

// The built-in priors. The first time parameter is the workload's scale: its mean is set from the readings.
const Prior& time_prior();
const Prior& power_prior();

// The prior that fits of reference workloads give (an empirical Bayes estimate): `base` says how far one workload may
// lie from the others, and no standard deviation falls below `floor`.
Prior reference_prior(const std::vector<Estimate>& references, const Prior& base, double floor);
constexpr double kTimeFloor = 0.15, kPowerFloor = 0.03;

}  // namespace wattline::model
