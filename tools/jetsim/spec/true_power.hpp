// SPDX-License-Identifier: Apache-2.0
// True power of the board's consumers from clocks, voltages, activity and temperature.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "jetsim/spec/board_spec.hpp"

namespace wattline::jetsim {

// What the hardware is doing.
struct Activity {
  double cpu = 0.2;     // busy cores
  double gpu = 0;       // share of time that the GPU works
  double gpu_work = 0;  // the same, weighed by how much of the GPU the kernels use
  double mem = 0.02;    // share of the memory bandwidth at the highest clock
  double gpu_need = 0;  // lowest clock of the GPU, relative to its highest, at which it does this work in the same time
};

struct Clocks {
  std::vector<int> online;            // cores per policy
  std::vector<std::int64_t> cpu_khz;  // per policy
  std::int64_t gpu_hz = 0, emc_hz = 0;
  double gpu_units = 1;               // of the GPU that have power (BoardSpec)
  int cores() const;
};
bool operator==(const Clocks& a, const Clocks& b);
inline bool operator!=(const Clocks& a, const Clocks& b) {
  return !(a == b);
}

enum Consumer : std::size_t { kCpu, kGpu, kSoc, kMem, kBase, kCv, kConsumers };

class TruePower {
 public:
  explicit TruePower(const BoardSpec& board);
  // Watts of each consumer at a silicon temperature in degrees Celsius.
  std::array<double, kConsumers> consumers(const Clocks& clocks, const Activity& activity, double celsius) const;
  // Watts of each rail, in the board file's order.
  std::vector<double> rails(const std::array<double, kConsumers>& consumers) const;
  // Sum over the rails that make up the board's total.
  double total(const std::vector<double>& rails) const;

 private:
  // Volts by relative clock, linear between points.
  struct Curve {
    std::vector<std::pair<double, double>> points;
    double at(double x) const;
  };
  double cpu_watts(const Clocks& clocks, double busy, double leak) const;
  double gpu_watts(const Clocks& clocks, const Activity& activity, double leak) const;
  Curve read_curve(const std::string& key) const;
  double watts(const char* key) const;

  const BoardSpec& board_;
  Curve cpu_volts_, gpu_volts_;
  double core_, core_clock_, cpu_leak_, gpu_full_, gpu_clock_, gpu_leak_, mem_idle_, mem_clock_, mem_traffic_, soc_,
      soc_clock_, base_, cv_;
  std::vector<std::vector<std::pair<Consumer, double>>> parts_;  // per rail
};

}  // namespace wattline::jetsim
