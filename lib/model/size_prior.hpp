// SPDX-License-Identifier: Apache-2.0
// What the size of a network and the board's hardware tell of its time and power before anything was profiled.
#pragma once
#include <string>
#include <vector>

#include "model/mode.hpp"
#include "model/prior.hpp"

namespace wattline::model {

// Of one sample and one forward pass, as `trainstep info` counts them.
struct NetworkSize {
  double flops = 0, activation_bytes = 0, operations = 0, parameters = 0;
  double file_bytes = 0;  // of the file that a sample is decoded from; 0 = there is nothing to decode
};
// Reads rows of name, value and unit. Throws a data error if a value is missing or is not positive.
NetworkSize read_network_size(const std::string& path);

struct SizedWork {
  NetworkSize network;
  double batch = 1;
  bool training = true;  // with a backward pass and an update of the weights
};

struct Hardware {
  double cuda_cores = 0, memory_bits = 0;
  Mode top{};  // its highest clocks and most cores; those of the CPU, GPU and memory are positive
};

// What sizes leave open: natural logs of costs of a unit, and exponents. bench/models fits them to tables of eight
// networks on five boards.
struct SizeCosts {
  Eigen::VectorXd time, power;
};
const std::vector<std::string>& time_cost_names();
const std::vector<std::string>& power_cost_names();
const Prior& time_cost_prior();  // before any table was seen
const Prior& power_cost_prior();
const SizeCosts& fitted_costs();

// Parameters of the formulas of time and of power. `time`: those of time.
Eigen::VectorXd time_parameters(const SizedWork& work, const Hardware& hardware, const Eigen::VectorXd& costs);
Eigen::VectorXd power_parameters(const SizedWork& work, const Hardware& hardware, const Eigen::VectorXd& time,
                                 const Eigen::VectorXd& costs);

// The built-in priors with means by the sizes; the scale is known to a factor of about three.
Priors size_priors(const SizedWork& work, const Hardware& hardware, const SizeCosts& costs = fitted_costs());

}  // namespace wattline::model
