// SPDX-License-Identifier: Apache-2.0
#include "model/bounded_prediction.hpp"

#include <cmath>

#include "catch.hpp"
#include "model/experimental_design.hpp"
#include "model/hardware_bound.hpp"
#include "refused_allocation.hpp"
#include "surfaces.hpp"

using namespace wattline::model;
using namespace wattline::test;

namespace {

constexpr double kFactorTwo = 0.6931;

// Modes far below and above everything in the lattice, up to a hundredfold.
std::vector<Mode> far_modes() {
  std::vector<Mode> modes;
  for (const std::int64_t cores : {1, 4, 64}) {
    for (const std::int64_t cpu : {20000, 800000, 8000000}) {
      for (const std::int64_t gpu : {10000000LL, 600000000LL, 5000000000LL}) {
        for (const std::int64_t emc : {50000000LL, 2100000000LL, 9000000000LL})
          modes.push_back({cores, cpu, gpu, emc, 0});
      }
    }
  }
  return modes;
}

WorkloadModel model_of(const std::vector<ModeReading>& readings) {
  DeviceLimits device(lattice());
  for (const Mode& mode : far_modes()) device.extend(mode);
  return {device, readings};
}

}  // namespace

TEST_CASE("predictions far from all readings stay within what the clocks and each reading allow") {
  const std::vector<ModeReading> readings = readings_at(design(Space(lattice()), 10));
  const WorkloadModel model = model_of(readings);
  const std::vector<Mode> modes = far_modes();
  const Prediction p = predict_within_bounds(model, modes);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const auto k = Eigen::Index(i);
    INFO(wattline::to_string(to_power_mode(modes[i])));
    for (const ModeReading& reading : readings) {
      const OutcomeRange range = HardwareBound(model.device(), {reading}, kFactorTwo, kFactorTwo).at(modes[i]);
      CHECK(p.log_ms[k] >= range.log_ms.low - 1e-9);
      CHECK(p.log_ms[k] <= range.log_ms.high + 1e-9);
      CHECK(p.log_w[k] <= range.log_w.high + 1e-9);
    }
    CHECK(p.log_ms_sd[k] < std::log(1000));
  }
}

TEST_CASE("predicted power lies between the fitted idle power and the power of the highest clocks") {
  const WorkloadModel model = model_of(readings_at(design(Space(lattice()), 10)));
  const double idle = model.power().theta[0];
  const double most = model.predict(std::vector<Mode>{model.device().top}).log_w[0] + wattline::kPowerTolerance;
  const std::vector<Mode> modes = far_modes();
  const Prediction p = predict_within_bounds(model, modes);
  CHECK(p.log_w.minCoeff() >= idle - 1e-9);
  CHECK(p.log_w.maxCoeff() <= most + 1e-9);
}

TEST_CASE("among the readings the bounds change nothing") {
  const WorkloadModel model(DeviceLimits(lattice()), readings_at(design(Space(lattice()), 10)));
  const Prediction bounded = predict_within_bounds(model, lattice()), free = model.predict(lattice());
  CHECK((bounded.log_ms - free.log_ms).cwiseAbs().maxCoeff() < 1e-9);
  CHECK((bounded.log_w - free.log_w).cwiseAbs().maxCoeff() < 1e-9);
  // Searches use the model's standard deviations; those of bounded predictions are scaled to measured errors.
  CHECK((bounded.log_w_sd - 1.2 * free.log_w_sd).cwiseAbs().maxCoeff() < 1e-9);
  CHECK((bounded.log_ms_sd - 0.9 * free.log_ms_sd).cwiseAbs().maxCoeff() < 1e-9);
}

TEST_CASE("a reading that contradicts the others sets no bounds") {
  std::vector<ModeReading> readings = readings_at(design(Space(lattice()), 15));
  readings[7].minibatch_ms *= 0.1;
  const WorkloadModel model(DeviceLimits(lattice()), readings);
  const Prediction bounded = predict_within_bounds(model, lattice()), free = model.predict(lattice());
  CHECK((bounded.log_ms - free.log_ms).cwiseAbs().maxCoeff() < 1e-9);
}

TEST_CASE("knobs outside of the range of the readings are named") {
  const ReadSettings read(readings_at({{4, 800000, 400000000, 600000000, 0}, {8, 1600000, 800000000, 1300000000, 0}}));
  CHECK(read.outside({6, 1600000, 400000000, 1000000000, 0}) == "none");
  CHECK(read.outside({2, 1600000, 400000000, 1300000000, 0}) == "cores");
  CHECK(read.outside({9, 799999, 800000001, 599999999, 0}) == "cores,cpu,gpu,emc");
  CHECK(read.outside({4, 2000000, 400000000, 2100000000, 0}) == "cpu,emc");
}

#ifdef WATTLINE_CAN_REFUSE_MEMORY
TEST_CASE("a fit or a prediction that is refused memory throws std::bad_alloc") {
  const std::vector<Mode> modes = design(Space(lattice()), 3);
  const std::vector<ModeReading> readings = readings_at(modes);
  const DeviceLimits device(modes);
  CHECK(refuse_each_allocation([&] { predict_within_bounds(WorkloadModel(device, readings), modes); }) > 100);
}
#endif
