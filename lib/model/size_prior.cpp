// SPDX-License-Identifier: Apache-2.0
#include "model/size_prior.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "io/tsv_reader.hpp"
#include "model/power_model.hpp"
#include "model/time_model.hpp"

namespace wattline::model {

namespace {

using Eigen::VectorXd;

// Indices of the costs.
enum TimeCost : Eigen::Index {
  kFlop,
  kActivation,
  kActivationMemory,
  kActivationTraining,
  kOperation,
  kOperationTraining,
  kFileByte
};
enum PowerCost : Eigen::Index {
  kBaseCost,
  kBaseExponent,
  kGpuClockCost,
  kGpuWorkCost,
  kGpuExponent,
  kCpuClockCost,
  kCpuWorkCost,
  kMemoryClockCost,
  kMemoryWorkCost
};

// Indices of the formulas' parameters that sizes tell something of.
enum TimeParameter : Eigen::Index { kGpuTime = 0, kGpuMemory = 1, kSerial = 4, kLoader = 5 };
enum PowerParameter : Eigen::Index {
  kBase = 0,
  kGpuClock = 1,
  kCpuClock = 3,
  kMemoryClock = 5,
  kOneCore = 6,
  kGpuWork = 7,
  kCpuWork = 8,
  kMemoryWork = 9
};

constexpr double kTrainingFlops = 3;    // the backward pass computes the gradients of the values and of the weights
constexpr double kTrainingWeights = 6;  // times that the weights or their gradients are read or written, not just once
constexpr double kMost = 1e18;          // of what a network has
constexpr double kNone = 1e-9;          // ms of work that there is none of

// The AGX Orin, against which the power of others is expressed.
constexpr double kReferenceFlops = 2 * 2048 * 1.3005e9, kReferenceCpu = 12 * 2201600.0, kReferenceMemory = 204.7e9;

double flops_per_s(const Hardware& hardware) {
  return 2 * hardware.cuda_cores * double(hardware.top[kGpu]);
}
double memory_bytes_per_s(const Hardware& hardware) {
  return 2 * double(hardware.top[kEmc]) * hardware.memory_bits / 8;
}

// In log milliseconds at the highest clocks.
struct SideTimes {
  double gpu, memory, host, loader;
};

SideTimes side_times(const SizedWork& work, const Hardware& hardware, const VectorXd& costs) {
  const NetworkSize& n = work.network;
  const auto cost = [&](TimeCost which) { return std::exp(costs[which]); };
  const double activations = work.batch * n.activation_bytes * (work.training ? cost(kActivationTraining) : 1);
  const double flops = work.batch * n.flops * (work.training ? kTrainingFlops : 1);
  const double weights = 4 * n.parameters * (work.training ? kTrainingWeights : 1);
  const double operations = n.operations * (work.training ? cost(kOperationTraining) : 1);
  const double gpu = (flops * cost(kFlop) + activations * cost(kActivation)) / flops_per_s(hardware);
  const double memory = (activations * cost(kActivationMemory) + weights) / memory_bytes_per_s(hardware);
  const double cpu_hz = 1e3 * double(hardware.top[kCpu]);
  const auto log_ms = [](double seconds) { return std::log(1e3 * seconds + kNone); };
  return {log_ms(gpu), log_ms(memory), log_ms(operations * cost(kOperation) / cpu_hz),
          log_ms(work.batch * n.file_bytes * cost(kFileByte) / cpu_hz)};
}

}  // namespace

NetworkSize read_network_size(const std::string& path) {
  NetworkSize size;
  const std::vector<std::pair<const char*, double*>> facts{{"flops", &size.flops},
                                                           {"activation_bytes", &size.activation_bytes},
                                                           {"operations", &size.operations},
                                                           {"parameters", &size.parameters},
                                                           {"mean_file", &size.file_bytes}};
  io::TsvReader rows(path);
  const std::size_t name = rows.require("name"), value = rows.require("value");
  while (rows.next()) {
    for (const auto& [fact, number] : facts) {
      if (rows.field(name) != fact) continue;
      if (*number > 0) throw data_error(rows.name() + ": it says " + fact + " twice");
      *number = number == &size.file_bytes ? rows.required_not_negative(value) : rows.required_positive(value);
      if (*number > kMost) throw data_error(rows.name() + ": no network has so many " + fact);
    }
  }
  rows.require_whole();
  for (const auto& [fact, number] : facts) {
    if (*number > 0 || number == &size.file_bytes) continue;
    throw data_error(rows.name() + ": it does not say " + fact, "trainstep info prints the size of a network");
  }
  return size;
}

const std::vector<std::string>& time_cost_names() {
  static const std::vector<std::string> names{
      "flop", "activation", "activation_memory", "activation_training", "operation", "operation_training", "file_byte"};
  return names;
}

const std::vector<std::string>& power_cost_names() {
  static const std::vector<std::string> names{"base",     "base_exponent", "gpu_clock",
                                              "gpu_work", "gpu_exponent",  "cpu_clock",
                                              "cpu_work", "memory_clock",  "memory_work"};
  return names;
}

const Prior& time_cost_prior() {
  // FLOPs at the peak rate of FP32, a few bytes moved and FLOPs for each byte of the results, 1e5 cycles an operation,
  // a backward pass of twice the work, 50 cycles a byte of a JPEG file.
  static const Prior prior{(VectorXd(7) << 0, 2, 1, 1.1, 11.5, 1.1, 4).finished(),
                           (VectorXd(7) << 0.7, 2, 1, 0.7, 1, 0.7, 1).finished()};
  return prior;
}

const Prior& power_cost_prior() {
  static const Prior prior{(VectorXd(9) << 2.3, 0.7, 0.5, 2.5, 0.7, -0.8, 1, 0.3, 1.2).finished(),
                           (VectorXd(9) << 0.7, 0.3, 1, 0.8, 0.3, 1, 1, 0.7, 1).finished()};
  return prior;
}

const SizeCosts& fitted_costs() {
  static const SizeCosts costs{(VectorXd(7) << -0.94, 4.83, 2.19, 1.44, 11.88, 2.24, 3.93).finished(),
                               (VectorXd(9) << 2.51, 0.75, 0.41, 4.11, 0.85, -0.71, 0.78, 0.86, 1.40).finished()};
  return costs;
}

VectorXd time_parameters(const SizedWork& work, const Hardware& hardware, const VectorXd& costs) {
  const SideTimes s = side_times(work, hardware, costs);
  VectorXd theta = time_prior().mean;
  theta[kGpuTime] = s.gpu;
  theta[kGpuMemory] = s.memory - s.gpu;
  theta[kSerial] = s.host - s.gpu;
  theta[kLoader] = s.loader - s.host;
  return theta;
}

VectorXd power_parameters(const SizedWork& work, const Hardware& hardware, const VectorXd& time,
                          const VectorXd& costs) {
  const TimeTerms<double> terms(time);
  const double total = log_time(terms, features(hardware.top, DeviceLimits({hardware.top}))).total;
  const auto share = [&](double log_ms) { return std::min(log_ms - total, 0.0); };
  const double gpu = costs[kGpuExponent] * std::log(flops_per_s(hardware) / kReferenceFlops);
  const double cpu = std::log(double(hardware.top[kCores] * hardware.top[kCpu]) / kReferenceCpu);
  const double memory = std::log(memory_bytes_per_s(hardware) / kReferenceMemory);
  VectorXd theta = power_prior().mean;
  theta[kBase] = costs[kBaseCost] + costs[kBaseExponent] * std::log(flops_per_s(hardware) / kReferenceFlops);
  theta[kGpuClock] = costs[kGpuClockCost] + gpu;
  theta[kCpuClock] = costs[kCpuClockCost] + cpu;
  theta[kMemoryClock] = costs[kMemoryClockCost] + memory;
  theta[kOneCore] += cpu;
  theta[kGpuWork] = costs[kGpuWorkCost] + gpu + share(terms.gpu);
  theta[kCpuWork] = costs[kCpuWorkCost] + cpu + share(terms.serial);
  theta[kMemoryWork] = costs[kMemoryWorkCost] + memory + share(terms.gpu_memory);
  if (!(work.network.file_bytes > 0)) theta[kLoading] = std::log(kNone);
  return theta;
}

Priors size_priors(const SizedWork& work, const Hardware& hardware, const SizeCosts& costs) {
  constexpr double kScaleSd = 1;
  Priors priors;
  priors.scale_known = true;
  priors.time.mean = time_parameters(work, hardware, costs.time);
  priors.time.sd[kGpuTime] = kScaleSd;
  priors.power.mean = power_parameters(work, hardware, priors.time.mean, costs.power);
  return priors;
}

}  // namespace wattline::model
