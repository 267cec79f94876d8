// SPDX-License-Identifier: Apache-2.0
// A recording with an analytic truth: steps of two kinds with different power, a sensor that averages over a window,
// and how many energies of joules lie outside of their bounds.
#pragma once
#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "io/ticker.hpp"
#include "joules_case.hpp"

namespace wattline {

struct Sensor {
  double window_s, interval_s;
  double spread = 0;  // of the times of readings (io/ticker.hpp)
};
struct Load {
  double a_s, b_s;  // lengths of the steps of each kind
  double jitter;    // of these lengths
  double a_w = 40, b_w = 15;
  double least_s = 60;  // of the whole run
  double uneven = 0;    // by what part the first half of a step draws more than its mean, and the second less
  double gap_s = 0;     // between steps
};

// Power that is constant between instants.
struct Truth {
  std::vector<double> times{0}, watts{5}, joules{0};
  void change(double t_s, double w) {
    joules.push_back(energy_until(t_s));
    times.push_back(t_s);
    watts.push_back(w);
  }
  double energy_until(double t_s) const {
    const auto after = std::upper_bound(times.begin(), times.end(), t_s);
    const auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - times.begin() - 1, 0));
    return joules[i] + watts[i] * (t_s - times[i]);
  }
};

struct Step {
  double start_s, end_s;
  char kind;
  int epoch;
};

inline double to_micros(double t_s) {
  return std::round(t_s * 1e6) / 1e6;
}

// How many rows there were, how many had an energy, and how many of these were outside of their bound.
struct Count {
  long long rows = 0, known = 0, outside = 0;
  double worst = 0;  // error divided by bound
  void add(const std::string& energy_j, const std::string& bound_j, double truth_j) {
    ++rows;
    if (energy_j == "NA") return;
    ++known;
    const double error_j = std::fabs(std::stod(energy_j) - truth_j), allowed_j = std::stod(bound_j) + 2e-6;
    worst = std::max(worst, error_j / allowed_j);
    if (error_j > allowed_j) ++outside;
  }
};

class Recording {
 public:
  Recording(const Sensor& sensor, const Load& load, unsigned seed) : sensor_(sensor), random_(seed) {
    const double pair_s = load.a_s + load.b_s;
    const int pairs = std::clamp(static_cast<int>(load.least_s / pair_s), 60, 600);
    double t_s = 103;
    for (int i = 0; i < pairs; ++i) {
      for (const char kind : {'a', 'b'}) {
        const double mean_s = kind == 'a' ? load.a_s : load.b_s;
        const double end_s = to_micros(t_s + mean_s * (1 + load.jitter * (2 * uniform() - 1)));
        const double mean_w = kind == 'a' ? load.a_w : load.b_w;
        truth_.change(t_s, mean_w * (1 + load.uneven));
        truth_.change((t_s + end_s) / 2, mean_w * (1 - load.uneven));
        steps_.push_back({t_s, end_s, kind, 4 * i / pairs});
        t_s = to_micros(end_s + load.gap_s);
      }
    }
    truth_.change(t_s, 5);
    write(t_s + 3);
  }
  Case& files() { return case_; }
  double energy(double start_s, double end_s) const {
    return truth_.energy_until(end_s) - truth_.energy_until(start_s);
  }
  // The whole run as one interval, of which nothing but the readings is known.
  void compare_whole(Count& count) {
    const double start_s = steps_.front().start_s, end_s = steps_.back().end_s;
    Case& files = case_.intervals({{start_s, end_s}});
    files.options.by.clear();
    const Table rows = files.run();
    count.add(rows[1][kEnergy], rows[1][kError], energy(start_s, end_s));
  }
  // Of the steps with this value of a field, or of the row with this start.
  double energy_of(const std::string& field, const std::string& value) const { return sums_.at(field).at(value); }

 private:
  double uniform() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  void write(double end_s) {
    std::string power = "time_s\tmono_s\trail\tscope\tvoltage_v\tcurrent_a\tpower_w\tstale\tsource\n";
    const double phase_s = uniform() * sensor_.window_s;  // of the conversions
    double last = 0;
    io::Ticker ticker(100'000'000'000, std::llround(sensor_.interval_s * 1e9), sensor_.spread);
    for (;; ticker.take(ticker.due_ns())) {
      const double t_s = to_micros(static_cast<double>(ticker.due_ns()) / 1e9 + 3e-4 * uniform());
      if (t_s > end_s) break;
      const double conversion = std::floor((t_s - phase_s) / sensor_.window_s);
      const double converted_s = phase_s + conversion * sensor_.window_s;
      power += fmt::format("{:.6f}\t{:.6f}\tTOTAL\ttotal\tNA\tNA\t{:.4f}\t{:d}\tmeasured\n", 1e9 + t_s, t_s,
                           energy(converted_s - sensor_.window_s, converted_s) / sensor_.window_s, conversion == last);
      last = conversion;
    }
    case_.tree.raw_file("/p.tsv", power);
    case_.meta(fmt::format("name\tvalue\nrail.TOTAL.window_s\t{:.6f}\nrail.TOTAL.error_w\t0.02\n", sensor_.window_s));
    std::string rows = "start_mono_s\tend_mono_s\ttime_s\tkind\tepoch\tsource\n";
    for (const Step& step : steps_) {
      const std::string start = fmt::format("{:.6f}", step.start_s);
      rows += fmt::format("{}\t{:.6f}\t{:.6f}\t{}\t{}\tmeasured\n", start, step.end_s, 1e9 + step.end_s, step.kind,
                          step.epoch);
      const double energy_j = energy(step.start_s, step.end_s);
      sums_["start_mono_s"][start] += energy_j;
      sums_["kind"][std::string(1, step.kind)] += energy_j;
      sums_["epoch"][std::to_string(step.epoch)] += energy_j;
    }
    case_.tree.raw_file("/s.tsv", rows);
    case_.options.input = case_.path("/s.tsv");
  }
  Case case_;
  Sensor sensor_;
  std::mt19937_64 random_;
  Truth truth_;
  std::vector<Step> steps_;
  std::map<std::string, std::map<std::string, double>> sums_;  // of energy_of()
};

struct Mode {
  const char* name;
  std::vector<std::string> by;
  bool interpolate, fit;
};
inline const std::vector<Mode> kModes{{"rows", {}, false, false},
                                      {"rows --interpolate", {}, true, false},
                                      {"--by kind", {"kind"}, false, false},
                                      {"--by kind --interpolate", {"kind"}, true, false},
                                      {"--by kind --fit", {"kind"}, false, true},
                                      {"--by epoch", {"epoch"}, false, false}};

inline std::size_t index_of(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  REQUIRE(found != names.end());
  return static_cast<std::size_t>(found - names.begin());
}

inline void compare(Recording& recording, const Mode& mode, Count& count) {
  Case& files = recording.files();
  files.options.by = mode.by;
  files.options.interpolate = mode.interpolate;
  files.options.fit = mode.fit;
  const Table rows = files.run();
  const std::string field = mode.by.empty() ? "start_mono_s" : mode.by.front();
  const std::size_t key = index_of(rows[0], field), energy = index_of(rows[0], "energy_j"),
                    bound = index_of(rows[0], "energy_err_j");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    count.add(rows[i][energy], rows[i][bound], recording.energy_of(field, rows[i][key]));
  }
}

inline double between(std::mt19937_64& random, double least, double most) {
  return std::uniform_real_distribution<double>(least, most)(random);
}

template <class T>
T one_of(std::mt19937_64& random, const std::vector<T>& values) {
  return values[std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(random)];
}

}  // namespace wattline
