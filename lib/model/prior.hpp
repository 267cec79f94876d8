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

// Of time and power: the built-in ones unless others are given.
struct Priors {
  Prior time = time_prior(), power = power_prior();
  bool scale_known = false;  // else the mean of the first time parameter is set from the readings
};

// The prior that fits of reference workloads give (an empirical Bayes estimate): `base` says how far one workload may
// lie from the others, and no standard deviation falls below `floor`.
Prior reference_prior(const std::vector<Estimate>& references, const Prior& base, double floor);
// Both, from fits of the same workloads; the scale of their times says nothing about that of another.
Priors reference_priors(const std::vector<Estimate>& time, const std::vector<Estimate>& power);

}  // namespace wattline::model
