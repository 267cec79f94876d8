// SPDX-License-Identifier: Apache-2.0
#include "jetsim/spec/true_power.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::jetsim {

namespace {

const char* const kNames[kConsumers] = {"cpu", "gpu", "soc", "mem", "base", "cv"};

Consumer consumer_named(const std::string& name, const std::string& path) {
  for (std::size_t i = 0; i < kConsumers; ++i) {
    if (name == kNames[i]) return static_cast<Consumer>(i);
  }
  throw data_error(path + ": no consumer '" + name + "'", "one of: cpu, gpu, soc, mem, base, cv");
}

double ratio(std::int64_t value, std::int64_t highest) {
  return static_cast<double>(value) / static_cast<double>(highest);
}

}  // namespace

int Clocks::cores() const {
  return std::accumulate(online.begin(), online.end(), 0);
}

bool operator==(const Clocks& a, const Clocks& b) {
  return a.online == b.online && a.cpu_khz == b.cpu_khz && a.gpu_hz == b.gpu_hz && a.emc_hz == b.emc_hz;
}

double TruePower::Curve::at(double x) const {
  for (std::size_t i = 1; i < points.size(); ++i) {
    const auto& [x0, y0] = points[i - 1];
    const auto& [x1, y1] = points[i];
    if (x <= x1) return y0 + (y1 - y0) * std::max(x - x0, 0.0) / (x1 - x0);
  }
  return points.back().second;
}

TruePower::Curve TruePower::read_curve(const std::string& key) const {
  Curve curve;
  for (const std::string_view word : split_blanks(board_.file.text(key))) {
    const std::size_t colon = word.find(':');
    const auto x = to_double(word.substr(0, colon)), y = to_double(word.substr(colon + 1));
    if (!x || !y) throw data_error(board_.file.path() + ": " + key + " '" + std::string(word) + "' is not CLOCK:VOLT");
    curve.points.emplace_back(*x, *y);
  }
  return curve;
}

double TruePower::watts(const char* key) const {
  return board_.file.number_or(std::string("watts.") + key, 0);
}

TruePower::TruePower(const BoardSpec& board)
    : board_(board),
      cpu_volts_(read_curve("volts.cpu")),
      gpu_volts_(read_curve("volts.gpu")),
      core_(watts("core")),
      core_clock_(watts("core.clock")),
      cpu_leak_(watts("cpu.leak")),
      gpu_full_(watts("gpu")),
      gpu_clock_(watts("gpu.clock")),
      gpu_leak_(watts("gpu.leak")),
      mem_idle_(watts("mem.idle")),
      mem_clock_(watts("mem.clock")),
      mem_traffic_(watts("mem.traffic")),
      soc_(watts("soc")),
      soc_clock_(watts("soc.clock")),
      base_(watts("base")),
      cv_(watts("cv")) {
  for (const RailSpec& rail : board.rails) {
    parts_.emplace_back();
    for (const auto& [name, factor] : rail.parts)
      parts_.back().emplace_back(consumer_named(name, board.file.path()), factor);
  }
}

// Busy cores are spread over the online ones; each cluster has its own clock and voltage.
double TruePower::cpu_watts(const Clocks& clocks, double busy, double leak) const {
  const double share = std::min(busy / std::max(clocks.cores(), 1), 1.0);
  double sum = 0;
  for (std::size_t i = 0; i < clocks.online.size(); ++i) {
    if (clocks.online[i] == 0) continue;  // a cluster without online cores is power-gated
    const double f = ratio(clocks.cpu_khz[i], board_.cpu_khz.back()), v = cpu_volts_.at(f), cores = clocks.online[i];
    sum += cpu_leak_ * v * leak + cores * f * v * v * (core_clock_ + core_ * share);
  }
  return sum;
}

double TruePower::gpu_watts(const Clocks& clocks, const Activity& activity, double leak) const {
  const double g = ratio(clocks.gpu_hz, board_.gpu_hz.back()), v = gpu_volts_.at(g);
  const double full_w = gpu_leak_ * v * leak + g * v * v * (gpu_clock_ * activity.gpu + gpu_full_ * activity.gpu_work);
  return clocks.gpu_units * full_w;
}

std::array<double, kConsumers> TruePower::consumers(const Clocks& clocks, const Activity& activity,
                                                    double celsius) const {
  constexpr double kReference = 45, kPerDegree = 0.011;  // leakage grows about e-fold in 90 degrees
  const double leak = std::exp(kPerDegree * (celsius - kReference));
  const double m = ratio(clocks.emc_hz, board_.emc_hz.back());
  std::array<double, kConsumers> watts{};
  watts[kCpu] = cpu_watts(clocks, activity.cpu, leak);
  watts[kGpu] = gpu_watts(clocks, activity, leak);
  watts[kSoc] = soc_ * leak + soc_clock_ * m * (0.4 + 0.6 * activity.mem);
  watts[kMem] = mem_idle_ + mem_clock_ * m + mem_traffic_ * activity.mem;
  watts[kBase] = base_;
  watts[kCv] = cv_ * leak;
  return watts;
}

std::vector<double> TruePower::rails(const std::array<double, kConsumers>& consumers) const {
  std::vector<double> watts;
  for (const auto& parts : parts_) {
    double sum = 0;
    for (const auto& [consumer, factor] : parts) sum += factor * consumers[consumer];
    watts.push_back(sum);
  }
  return watts;
}

double TruePower::total(const std::vector<double>& rails) const {
  double sum = 0;
  for (std::size_t i = 0; i < rails.size(); ++i) {
    const std::string& scope = board_.rails[i].scope;
    if (scope == "part" || scope == "total") sum += rails[i];
  }
  return sum;
}

}  // namespace wattline::jetsim
