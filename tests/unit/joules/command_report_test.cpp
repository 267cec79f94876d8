// SPDX-License-Identifier: Apache-2.0
#include "joules/command_report.hpp"

#include "catch.hpp"

using namespace wattline;
using namespace wattline::joules;

namespace {

CommandRun a_run(double start_s, double end_s) {
  return {RunPhase::run, start_s, end_s, 0.5, 0.25, 0};
}

EnergyResult an_energy(double joules, double error_j, double length_s) {
  EnergyResult energy;
  energy.energy_j = joules;
  energy.error_j = error_j;
  energy.length_s = length_s;
  energy.mean_power_w = joules / length_s;
  return energy;
}

CommandReport one_run() {
  return {1, {{a_run(10, 12)}, 0, ""}, {{"TOTAL", an_energy(40, 2, 2), {an_energy(40, 2, 2)}, {}, 25.0}}, {}};
}

}  // namespace

TEST_CASE("one run has energy with its bound, mean and peak power, and time") {
  CHECK(to_text(one_run()) ==
        "energy    40.00 J +- 2.000 (TOTAL)\n"
        "power     20.00 W mean, 25.00 W peak\n"
        "time      2.000 s, 0.500 s user, 0.250 s system\n");
}

TEST_CASE("several runs have the mean of their energies, and its spread") {
  CommandReport report = one_run();
  report.runs.runs = {{RunPhase::warmup, 0, 9}, a_run(10, 12), a_run(12, 14)};
  report.energies[0].total = an_energy(82, 3, 4);
  report.energies[0].runs = {an_energy(40, 2, 2), an_energy(42, 2, 2)};
  const std::string text = to_text(report);
  CHECK(text.find("energy    41.00 J +- 1.500 per run (TOTAL); sd 1.414, 40.00 to 42.00 in 2 runs\n") == 0);
  CHECK(text.find("time      2.000 s per run,") != std::string::npos);  // without the warm-up
  report.energies[0].runs[0].energy_j.reset();
  CHECK(to_text(report).find("per run (TOTAL); single runs are shorter than the sensor resolves\n") !=
        std::string::npos);
}

TEST_CASE("what an idle board would have used is taken off, and its error added") {
  CommandReport report = one_run();
  report.energies[0].idle = an_energy(50, 5, 5);
  CHECK(to_text(report).find("net       20.00 J +- 4.000 above 10.00 W idle\n") != std::string::npos);
}

TEST_CASE("an energy that is not known has the reason, and no power") {
  CommandReport report = one_run();
  report.energies[0].total = {};
  report.energies[0].total.too_short = true;
  CHECK(to_text(report).find("energy    NA (TOTAL): shorter than the sensor resolves; --runs repeats") == 0);
  CHECK(to_text(report).find("power") == std::string::npos);
  report.energies[0].total.too_short = false;
  CHECK(to_text(report).find("the power readings do not cover it") != std::string::npos);
  report.energies.clear();
  CHECK(to_text(report) == "time      2.000 s, 0.500 s user, 0.250 s system\n");
  report.runs.runs.clear();
  CHECK(to_text(report).empty());
}

TEST_CASE("the other rails and the use of the board have a line each") {
  CommandReport report = one_run();
  report.energies.push_back({"VDD_SOC", an_energy(4, 0.5, 2), {}, {}, {}});
  report.use.emplace();
  report.use->cpu_pct.add(30);
  report.use->cpu_pct.add(50);
  report.use->mode = "4c/1.2G/900M/1.6G";
  const std::string text = to_text(report);
  CHECK(text.find("rail      VDD_SOC 4.000 J +- 0.500, 2.000 W\n") != std::string::npos);
  CHECK(text.find("use       CPU 40 %, GPU NA\nthrottle  NA\nmode      4c/1.2G/900M/1.6G\n") != std::string::npos);
}

TEST_CASE("counted steps have the time and the energy of one, with what is not known of both") {
  CommandReport report = one_run();
  report.runs.runs[0].counted = CountedSteps{10.5, 11.5, 25, 1};
  report.energies[0].steps = an_energy(20, 0.5, 1);
  CHECK(to_text(report).find("steps     25 +- 1 in 1.000 s\n"
                             "per step  40.00 ms +- 1.600, 0.800 J +- 0.052 (TOTAL)\n") != std::string::npos);
  report.energies[0].steps = {};
  CHECK(to_text(report).find("per step  40.00 ms +- 1.600\n") != std::string::npos);
}
