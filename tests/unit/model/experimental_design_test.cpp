// SPDX-License-Identifier: Apache-2.0
#include "model/experimental_design.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/error.hpp"
#include "catch.hpp"
#include "model/workload_model.hpp"
#include "surfaces.hpp"

using namespace wattline::model;
using namespace wattline::test;

namespace {

bool has_twins(std::vector<Mode> modes) {
  std::sort(modes.begin(), modes.end());
  return std::adjacent_find(modes.begin(), modes.end()) != modes.end();
}

// As many cores as an AGX Orin has.
std::vector<Mode> large_lattice() {
  std::vector<Mode> modes;
  for (std::int64_t cores = 1; cores <= 12; ++cores) {
    for (std::int64_t cpu = 100000; cpu <= 1500000; cpu += 100000) {
      for (std::int64_t gpu = 200000000; gpu <= 1000000000; gpu += 200000000) {
        for (const std::int64_t emc : {600000000, 1300000000, 2100000000}) modes.push_back({cores, cpu, gpu, emc, 0});
      }
    }
  }
  return modes;
}

double to_nearest(const Mode& mode, const std::vector<Mode>& chosen) {
  double least = 1e9;
  for (const Mode& other : chosen) {
    double sum = 0;
    for (const Axis knob : kKnobs) sum += std::pow(std::log(double(mode[knob]) / double(other[knob])), 2);
    least = std::min(least, sum);
  }
  return least;
}

}  // namespace

TEST_CASE("a design has different modes and every leading part of it is the shorter design") {
  const Space space(lattice());
  const std::vector<Mode> long_one = design(space, 45);
  REQUIRE(long_one.size() == 45);
  CHECK_FALSE(has_twins(long_one));
  const std::vector<Mode> short_one = design(space, 8);
  CHECK(std::equal(short_one.begin(), short_one.end(), long_one.begin()));
  CHECK(design(Space({lattice()[0], lattice()[1]}), 10).size() == 2);
}

TEST_CASE("no mode is in a design twice, even where two differ in nothing that the model sees") {
  std::vector<Mode> modes = lattice();
  for (Mode mode : lattice()) {
    if (mode[kEmc] != 2100000000) continue;
    mode[kEmc] = 0;  // a knob that is left alone counts as its largest setting
    modes.push_back(mode);
  }
  const std::vector<Mode> all = design(Space(modes), modes.size());
  CHECK(all.size() == modes.size());
  CHECK_FALSE(has_twins(all));
}

TEST_CASE("a design has modes of few cores, and the lowest CPU clock on one core and on several") {
  const std::vector<Mode> modes = design(Space(large_lattice()), 16);
  const auto count = [&](auto is_one) { return std::count_if(modes.begin(), modes.end(), is_one); };
  CHECK(count([](const Mode& mode) { return mode[kCores] == 1; }) >= 2);
  CHECK(count([](const Mode& mode) { return mode[kCores] == 2 || mode[kCores] == 3; }) >= 2);
  CHECK(count([](const Mode& mode) { return mode[kCpu] == 100000 && mode[kCores] == 1; }) >= 1);
  CHECK(count([](const Mode& mode) { return mode[kCpu] == 100000 && mode[kCores] > 1; }) >= 1);
  CHECK(count([](const Mode& mode) { return mode[kCores] == 12; }) >= 2);
}

TEST_CASE("after the table, a design goes on with the mode that is farthest from all others in logs") {
  const Space space(large_lattice());
  std::vector<Mode> modes = design(space, 31);
  REQUIRE(modes.size() == 31);
  const Mode last = modes.back();
  modes.pop_back();
  double farthest = 0;
  for (const Mode& mode : space.modes()) farthest = std::max(farthest, to_nearest(mode, modes));
  CHECK(to_nearest(last, modes) == Approx(farthest));
}

TEST_CASE("modes chosen beside readings are new, and leave less uncertain than the first of the design") {
  const Space space(lattice());
  const std::vector<ModeReading> known = readings_at(design(space, 5));
  const auto uncertainty = [&](const std::vector<Mode>& added) {
    std::vector<ModeReading> readings = known;
    for (const ModeReading& reading : readings_at(added)) readings.push_back(reading);
    const Prediction p = WorkloadModel(space.device(), readings).predict(space.modes());
    return p.log_ms_sd.mean() + p.log_w_sd.mean();
  };
  const std::vector<Mode> chosen = design_beside(space, known, 3), first = design(space, 8);
  REQUIRE(chosen.size() == 3);
  for (const Mode& mode : chosen) CHECK(std::find(first.begin(), first.begin() + 5, mode) == first.begin() + 5);
  CHECK(uncertainty(chosen) < uncertainty({first.begin() + 5, first.end()}));
  CHECK_THROWS_AS(design_beside(space, {}, 3), wattline::Error);
}

TEST_CASE("beside readings, any number of modes is chosen, and those of fewer are the first of more") {
  const Space space(lattice());
  const std::vector<ModeReading> known = readings_at(design(space, 5));
  const std::vector<Mode> few = design_beside(space, known, 100), more = design_beside(space, known, 250);
  REQUIRE(few.size() == 100);
  REQUIRE(more.size() == 250);
  CHECK(std::equal(few.begin(), few.end(), more.begin()));
  CHECK(std::set<Mode>(more.begin(), more.end()).size() == 250);
  CHECK(design_beside(space, known, std::numeric_limits<std::size_t>::max()).size() == space.modes().size() - 5);
}

TEST_CASE("joint beliefs have the variances of predictions, and readings make them smaller") {
  const Space space(lattice());
  const WorkloadModel model(space.device(), readings_at(design(space, 8)));
  const std::vector<Mode>& modes = space.modes();
  const auto n = Eigen::Index(modes.size());
  auto [time, power] = model.joint_beliefs(modes);
  const Prediction alone = model.predict_truth(modes);
  // A reading of a mode leaves what it and its noise tell together.
  const auto left = [](double sd, double noise) { return sd * sd * noise * noise / (sd * sd + noise * noise); };
  for (Eigen::Index i = 0; i < n; i += 17) {
    CHECK(time.variances_after(i, n)[i] == Approx(left(alone.log_ms_sd[i], kTimeNoise)));
    CHECK(power.variances_after(i, n)[i] == Approx(left(alone.log_w_sd[i], kPowerNoise)));
  }
  const double before = time.variances_after(0, n)[n - 1];
  time.read(n - 1);
  CHECK(time.variances_after(0, n)[n - 1] < before);
}
