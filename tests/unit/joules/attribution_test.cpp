// SPDX-License-Identifier: Apache-2.0
// Energies against an analytic truth: steps of two kinds with different power, a sensor that averages over a window,
// and every way in which joules attributes the readings. Whatever the windows, intervals and lengths are, an energy is
// within its bound, or there is none.
#include <map>
#include <random>

#include "analytic_recording.hpp"
#include "base/running_energy.hpp"

using namespace wattline;

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

TEST_CASE("spread readings of a short window know the energy of steps that regular ones would keep step with",
          "[joules]") {
  Count epochs, runs;
  std::mt19937_64 random(29);
  for (unsigned seed = 0; seed < 60; ++seed) {
    const double period_s = between(random, 0.09, 0.11) * one_of<double>(random, {1, 1, 0.5, 2});
    const double share = between(random, 0.2, 0.8);
    Load load{share * period_s,        (1 - share) * period_s, one_of<double>(random, {0, 0.002, 0.01}),
              between(random, 15, 45), between(random, 4, 12), one_of<double>(random, {20, 60})};
    Recording recording({0.0066, 0.1, 0.5}, load, seed);
    compare(recording, kModes[5], epochs);
    recording.compare_whole(runs);
  }
  INFO("epochs: " << epochs.outside << " of " << epochs.known << " outside, at most " << epochs.worst);
  INFO("whole runs: " << runs.outside << " of " << runs.known << " outside, at most " << runs.worst);
  CHECK(epochs.outside <= 2);
  CHECK(epochs.known > 200);
  CHECK(runs.outside <= 1);
  CHECK(runs.worst < 1.1);
  CHECK(runs.known == 60);
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
