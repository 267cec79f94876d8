// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "joules_case.hpp"

using namespace wattline;

TEST_CASE("calibrate finds the gain and the offset of a rail against a meter", "[joules]") {
  Case c;
  const auto rail = [](double t) { return 5 + 3 * std::sin(t); };
  c.power(400, 0.1, rail);
  // The meter's readings are a second apart: exact means of what a carrier of 2 W and a gain of 1.1 make of the rail.
  c.power(
      38, 1.0, [&](double t) { return 1.1 * rail(t) + 2; }, "METER", "/m.tsv", 101);
  c.options.job = joules::Job::calibrate;
  c.options.meter_file = c.path("/m.tsv");
  const Table rows = c.run();
  CHECK(join(rows[0], " ") == "rail gain offset_w residual_sd_w samples lag_s window_s gain_err offset_err_w source");
  CHECK(std::stod(rows[1][1]) == Approx(1.1).epsilon(0.1));
  CHECK(std::stod(rows[1][2]) == Approx(2).epsilon(0.3));
  CHECK(rows[1][4] == "38");
}

TEST_CASE("calibrate compares a meter that averages with the mean of the rail over the same time", "[joules]") {
  // Loads of 3.7 s, as the mean over any time until t.
  const auto load = [](long n) { return 5 + static_cast<double>((n * 2654435761L) % 1000) * 0.015; };
  const auto energy = [&](double t) {
    double sum = 0;
    for (long n = 0; static_cast<double>(n) * 3.7 < t; ++n) {
      sum += load(n) * std::min(3.7, t - static_cast<double>(n) * 3.7);
    }
    return sum;
  };
  const auto mean = [&](double t, double window) { return (energy(t) - energy(t - window)) / window; };
  for (const auto& [step, window] : {std::pair{1.0, 1.0}, {2.0, 1.0}, {5.0, 1.0}, {5.0, 5.0}}) {
    CAPTURE(step, window);
    Case c;
    c.power(3000, 0.1, [&](double t) { return mean(t, 0.01); });
    c.power(
        static_cast<int>(280 / step), step, [&, w = window](double t) { return 1.25 * mean(t, w) + 2; }, "METER",
        "/m.tsv", 112);
    c.options.job = joules::Job::calibrate;
    c.options.meter_file = c.path("/m.tsv");
    const Table rows = c.run();
    CHECK(std::stod(rows[1][1]) == Approx(1.25).epsilon(0.01));
    CHECK(std::fabs(std::stod(rows[1][1]) - 1.25) < std::stod(rows[1][7]));
    CHECK(std::fabs(std::stod(rows[1][2]) - 2) < std::stod(rows[1][8]));
    CHECK(std::stod(rows[1][6]) == Approx(window).epsilon(0.1));
    CHECK(c.tool.context.partial == false);
  }
}

TEST_CASE("calibrate warns of a gain that the loads do not determine", "[joules]") {
  const auto rail = [](double t) { return std::fmod(t + 0.03, 7) < 3 ? 20.0 : 6.0; };
  Case c;
  c.power(1000, 0.1, rail);
  c.power(
      90, 1.0, [&](double t) { return 1.25 * rail(t) + 2 + 2 * std::sin(1e4 * t); }, "METER", "/m.tsv", 105);
  c.options.job = joules::Job::calibrate;
  c.options.meter_file = c.path("/m.tsv");
  const Table rows = c.run();
  CHECK(std::fabs(std::stod(rows[1][1]) - 1.25) < std::stod(rows[1][7]));
  CHECK(c.tool.context.partial);
  CHECK(c.tool.messages.back().find("TOTAL: the gain may be off by") == 0);
}

TEST_CASE("calibrate does not fit a meter to an emulated rail", "[joules]") {
  Case c;
  const auto rail = [](double t) { return 5 + 3 * std::sin(t); };
  c.power(400, 0.1, rail).power(38, 1.0, rail, "METER", "/m.tsv", 101);
  std::string emulated = c.tree.read("/p.tsv");
  for (std::size_t at = 0; (at = emulated.find("measured", at)) != std::string::npos;)
    emulated.replace(at, 8, "emulated");
  c.tree.raw_file("/p.tsv", emulated + "\n");
  c.options.job = joules::Job::calibrate;
  c.options.meter_file = c.path("/m.tsv");
  CHECK(c.refused() == ExitCode::data);
  c.options.allow_mixed = true;
  CHECK(c.run()[1].back() == "emulated");
}

TEST_CASE("calibrate does not fit a load that never changed", "[joules]") {
  Case c;
  c.power(400, 0.1, constant_5w).power(38, 1.0, constant_5w, "METER", "/m.tsv", 101);
  c.options.job = joules::Job::calibrate;
  c.options.meter_file = c.path("/m.tsv");
  CHECK(c.refused() == ExitCode::data);
}

TEST_CASE("calibrate allows for a meter whose clock is off, and refuses one that does not follow the rail",
          "[joules]") {
  const auto rail = [](double t) { return std::fmod(t + 0.03, 7) < 3 ? 20.0 : 6.0; };
  Case c;
  c.options.job = joules::Job::calibrate;
  c.options.meter_file = c.path("/m.tsv");
  c.power(1000, 0.1, rail);
  c.power(
      900, 0.1, [&](double t) { return 1.25 * rail(t - 1) + 2; }, "METER", "/m.tsv", 105);
  const Table rows = c.run();
  CHECK(std::stod(rows[1][1]) == Approx(1.25).epsilon(0.02));
  CHECK(rows[1][5] == "1.00");
  CHECK(c.tool.messages == Values{"TOTAL: the clock of the meter is 1.00 s behind: allowed for"});
  // Read too seldom for this load, or the meter of something else.
  c.power(
      18, 5.0, [&](double t) { return 1.25 * rail(t) + 2; }, "METER", "/m.tsv", 105);
  CHECK(c.refused() == ExitCode::data);
  c.power(
      90, 1.0, [](double t) { return 9 + std::sin(1e4 * t); }, "METER", "/m.tsv", 105);
  CHECK(c.refused() == ExitCode::data);
}
