// SPDX-License-Identifier: Apache-2.0
// Energies against an analytic truth: steps of two kinds with different power, a sensor that averages over a window,
// and every way in which joules attributes the readings. Whatever the windows, intervals and lengths are, an energy is
// within its bound, or there is none.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "base/running_energy.hpp"
#include "joules_case.hpp"

using namespace wattline;

namespace {

struct Sensor {
  double window_s, interval_s;
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

double to_micros(double t_s) {
  return std::round(t_s * 1e6) / 1e6;
}

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
  // Of the steps with this value of a field, or of the row with this start.
  double energy_of(const std::string& field, const std::string& value) const {
    double sum_j = 0;
    for (const Step& step : steps_) {
      const std::string own = field == "kind"    ? std::string(1, step.kind)
                              : field == "epoch" ? std::to_string(step.epoch)
                                                 : fmt::format("{:.6f}", step.start_s);
      if (own == value) sum_j += energy(step.start_s, step.end_s);
    }
    return sum_j;
  }

 private:
  double uniform() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  void write(double end_s) {
    std::string power = "time_s\tmono_s\trail\tscope\tvoltage_v\tcurrent_a\tpower_w\tstale\tsource\n";
    const double phase_s = uniform() * sensor_.window_s;  // of the conversions
    double last = 0;
    for (int k = 0;; ++k) {
      const double t_s = to_micros(100 + k * sensor_.interval_s + 3e-4 * uniform());
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
      rows += fmt::format("{:.6f}\t{:.6f}\t{:.6f}\t{}\t{}\tmeasured\n", step.start_s, step.end_s, 1e9 + step.end_s,
                          step.kind, step.epoch);
    }
    case_.tree.raw_file("/s.tsv", rows);
    case_.options.input = case_.path("/s.tsv");
  }
  Case case_;
  Sensor sensor_;
  std::mt19937_64 random_;
  Truth truth_;
  std::vector<Step> steps_;
};

// How many rows there were, how many had an energy, and how many of these were outside of their bound.
struct Count {
  long long rows = 0, known = 0, outside = 0;
  double worst = 0;  // error divided by bound
};

struct Mode {
  const char* name;
  std::vector<std::string> by;
  bool interpolate, fit;
};
const std::vector<Mode> kModes{{"rows", {}, false, false},
                               {"rows --interpolate", {}, true, false},
                               {"--by kind", {"kind"}, false, false},
                               {"--by kind --interpolate", {"kind"}, true, false},
                               {"--by kind --fit", {"kind"}, false, true},
                               {"--by epoch", {"epoch"}, false, false}};

std::size_t index_of(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  REQUIRE(found != names.end());
  return static_cast<std::size_t>(found - names.begin());
}

void compare(Recording& recording, const Mode& mode, Count& count) {
  Case& files = recording.files();
  files.options.by = mode.by;
  files.options.interpolate = mode.interpolate;
  files.options.fit = mode.fit;
  const Table rows = files.run();
  const std::string field = mode.by.empty() ? "start_mono_s" : mode.by.front();
  const std::size_t key = index_of(rows[0], field), energy = index_of(rows[0], "energy_j"),
                    bound = index_of(rows[0], "energy_err_j");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    ++count.rows;
    if (rows[i][energy] == "NA") continue;
    ++count.known;
    const double error_j = std::fabs(std::stod(rows[i][energy]) - recording.energy_of(field, rows[i][key]));
    const double allowed_j = std::stod(rows[i][bound]) + 2e-6;
    count.worst = std::max(count.worst, error_j / allowed_j);
    if (error_j > allowed_j) ++count.outside;
  }
}

double between(std::mt19937_64& random, double least, double most) {
  return std::uniform_real_distribution<double>(least, most)(random);
}

template <class T>
T one_of(std::mt19937_64& random, const std::vector<T>& values) {
  return values[std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(random)];
}

}  // namespace

TEST_CASE("no energy is outside of its bound more often than three sigma allow", "[joules]") {
  std::map<std::string, Count> counts;
  unsigned seed = 0;
  for (const double window_s : {0.0066, 0.1, 0.43}) {
    for (const double interval_s : {0.02, 0.1, 0.5, 2.0}) {
      for (const auto& [long_s, short_s] :
           {std::pair{0.0015, 0.0012}, {0.06, 0.04}, {0.25, 0.22}, {0.3, 0.3}, {2.0, 1.5}}) {
        for (const double jitter : {0.0, 0.05, 0.2}) {
          Recording recording({window_s, interval_s}, {long_s, short_s, jitter}, ++seed);
          for (const Mode& mode : kModes) {
            Count count;
            compare(recording, mode, count);
            INFO(mode.name << ": window " << window_s << ", interval " << interval_s << ", steps " << long_s << " and "
                           << short_s << ", jitter " << jitter << ": " << count.outside << " of " << count.known
                           << " outside, at most " << count.worst << " times the bound");
            CHECK(static_cast<double>(count.outside) <= 0.01 * static_cast<double>(count.known));
            Count& all = counts[mode.name];
            all.rows += count.rows;
            all.known += count.known;
            all.outside += count.outside;
            all.worst = std::max(all.worst, count.worst);
          }
        }
      }
    }
  }
  // Of the rows, so many have an energy: bounds that hold because nothing is claimed would be worth nothing.
  const std::map<std::string, double> least{{"rows", 0.1},
                                            {"rows --interpolate", 0.75},
                                            {"--by kind", 0.45},
                                            {"--by kind --interpolate", 0.7},
                                            {"--by kind --fit", 0.45},
                                            {"--by epoch", 0.65}};
  for (const auto& [name, count] : counts) {
    INFO(name << ": " << count.outside << " of " << count.known << " outside, " << count.rows << " rows");
    CHECK(static_cast<double>(count.outside) <= 0.003 * static_cast<double>(count.known));
    CHECK(static_cast<double>(count.known) >= least.at(name) * static_cast<double>(count.rows));
  }
}

TEST_CASE("steps of any length and power, as long as an averaging window or shorter, have energies within their bounds",
          "[joules]") {
  std::map<std::string, Count> counts;
  std::mt19937_64 random(19);
  for (unsigned seed = 0; seed < 250; ++seed) {
    Load load{between(random, 0.005, 0.2), between(random, 0.005, 0.2),
              one_of<double>(random, {0, 0.02, 0.05, 0.1, 0.2, 0.5}), between(random, 3, 40), between(random, 3, 40)};
    load.least_s = one_of<double>(random, {12, 20, 30, 60});
    const Sensor sensor{one_of<double>(random, {0.43, 0.43, 0.2}), one_of<double>(random, {0.1, 0.1, 0.05})};
    Recording recording(sensor, load, seed);
    for (const Mode& mode : kModes) {
      if (mode.interpolate) continue;
      INFO(mode.name << ": window " << sensor.window_s << ", interval " << sensor.interval_s << ", steps " << load.a_s
                     << " s and " << load.b_s << " s with " << load.a_w << " and " << load.b_w << " W, jitter "
                     << load.jitter << ", seed " << seed);
      Count count;
      compare(recording, mode, count);
      CHECK(count.worst <= 2);
      counts[mode.name].rows += count.rows;
      counts[mode.name].known += count.known;
      counts[mode.name].outside += count.outside;
    }
  }
  const std::map<std::string, double> least{
      {"rows", 0.0}, {"--by kind", 0.35}, {"--by kind --fit", 0.3}, {"--by epoch", 0.8}};
  for (const auto& [name, count] : counts) {
    INFO(name << ": " << count.outside << " of " << count.known << " outside, " << count.rows << " rows");
    CHECK(static_cast<double>(count.outside) <= 0.003 * static_cast<double>(count.known));
    CHECK(static_cast<double>(count.known) >= least.at(name) * static_cast<double>(count.rows));
  }
}

TEST_CASE("steps that keep step with the averaging windows are not told apart", "[joules]") {
  // Two periods, or three, are as long as a window.
  for (const Load& load : {Load{0.1945, 0.0202, 0, 5.931, 16.74, 20}, Load{0.0096, 0.1337, 0, 38.55, 12.08, 60}}) {
    Recording recording({0.43, 0.1}, load, 3);
    for (const Mode& mode : kModes) {
      if (mode.by != Values{"kind"} || mode.interpolate) continue;
      Count count;
      compare(recording, mode, count);
      INFO(mode.name << ": at most " << count.worst << " times the bound");
      CHECK(count.outside == 0);
    }
  }
}

TEST_CASE("steps whose power is not even have energies within their bounds", "[joules]") {
  Count all;
  std::mt19937_64 random(23);
  for (unsigned seed = 0; seed < 60; ++seed) {
    Load load{between(random, 0.05, 1),  between(random, 0.05, 1), between(random, 0.05, 0.3),
              between(random, 5, 40),    between(random, 5, 40),   120,
              between(random, -0.3, 0.3)};
    Recording recording({0.43, one_of<double>(random, {0.1, 0.02})}, load, seed);
    for (const Mode& mode : kModes) {
      if (mode.by == Values{"kind"} && !mode.interpolate) compare(recording, mode, all);
    }
  }
  INFO(all.outside << " of " << all.known << " outside, " << all.rows << " rows, at most " << all.worst);
  CHECK(all.outside == 0);
  CHECK(all.known > all.rows / 3);
}

TEST_CASE("the trainer's bookkeeping between steps does not keep their energy unknown", "[joules]") {
  Load load{0.06, 0.04, 0.2};
  load.gap_s = 2e-4;
  Recording recording({0.0066, 0.1}, load, 5);
  Count count;
  compare(recording, kModes[2], count);
  CHECK(count.outside == 0);
  CHECK(count.known == 2);
}

TEST_CASE("an epoch on a board whose sensor averages for 0.43 s is known within a few percent", "[joules]") {
  Recording recording({0.43, 0.1}, {0.25, 0.22, 0.05}, 5);
  recording.files().options.by = {"epoch"};
  const Table rows = recording.files().run();
  for (const char* epoch : {"0", "1", "2", "3"}) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r[0] == epoch; });
    REQUIRE(row != rows.end());
    CHECK(std::stod(row->at(index_of(rows[0], "energy_err_j"))) < 0.05 * recording.energy_of("epoch", epoch));
  }
}

TEST_CASE("the summary of powerlog and joules over its rows have the same energy and bound, to the last digit",
          "[joules]") {
  for (const Sensor& sensor : {Sensor{0.43, 0.1}, Sensor{0.0066, 0.1}, Sensor{0.43, 0.5}}) {
    Recording recording(sensor, {0.25, 0.22, 0.2}, 11);
    Case& files = recording.files();
    RunningEnergy summary({sensor.window_s, std::nullopt, false});
    const Table power = test::parse_rows(files.tree.read("/p.tsv"));
    const double first_s = std::stod(power[1][1]);  // after an idle baseline, which no row is of
    for (int i = 50; i > 0; --i) summary.add(first_s - i * sensor.interval_s, 3 + i % 7, 0.5, i % 5 == 0);
    summary.restart();
    for (std::size_t i = 1; i < power.size(); ++i) {
      summary.add(std::stod(power[i][1]), std::stod(power[i][6]), 0.02, power[i][7] == "1");
    }
    files.tree.raw_file("/s.tsv", "start_mono_s\tend_mono_s\n" + power[1][1] + "\t" + power.back()[1] + "\n");
    const Table rows = files.run();
    CHECK(rows[1][index_of(rows[0], "energy_j")] == fmt::format("{:.6f}", summary.energy_j()));
    CHECK(rows[1][index_of(rows[0], "energy_err_j")] == fmt::format("{:.6f}", summary.error_j()));
  }
}
