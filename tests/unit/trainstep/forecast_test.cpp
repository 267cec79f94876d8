// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/forecast.hpp"

#include <string>

#include "catch.hpp"

using namespace wattline::trainstep;

namespace {

// A sample of 100 kB is read in 5 ms and prepared in 3 ms; a minibatch of ten computes for 40 ms.
PipelineTimes measured() {
  return {{0, 4}, 5, 3};
}
DataSize hundred_minibatches() {
  return {1000, 1000 * 100e3};
}
Setting workers(std::int64_t count) {
  Setting setting;
  setting.workers = count;
  setting.batch = 10;
  setting.parallel_reads = 8;
  setting.cores = 8;
  return setting;
}
Forecast of(const Setting& setting) {
  return forecast(measured(), hundred_minibatches(), setting);
}

}  // namespace

TEST_CASE("without loader threads reading, preparing and computing add up") {
  const Forecast none = of(workers(0));
  CHECK(none.step_ms == Approx(50 + 30 + 40));
  CHECK(none.epoch_s == Approx(12));
  CHECK(none.stall_s == Approx(8));
  CHECK(std::string(none.bottleneck) == "disk");
}

TEST_CASE(
    "one thread loads while the network computes: the slower of the two counts, and the first load is waited for") {
  const Forecast one = of(workers(1));
  CHECK(one.step_ms == Approx(80));
  CHECK(one.epoch_s == Approx(8 + 0.04));
  CHECK(one.stall_s == Approx(4 + 0.04));
}

TEST_CASE("enough threads leave the first minibatch as the only stall") {
  const Forecast three = of(workers(3));
  CHECK(three.step_ms == Approx(40));
  CHECK(three.stall_s == Approx(0.08));
  CHECK(std::string(three.bottleneck) == "compute");
}

TEST_CASE("a disk that serves one read at a time does not become faster with more threads") {
  Setting setting = workers(8);
  setting.parallel_reads = 1;
  CHECK(of(setting).step_ms == Approx(50));
  CHECK(std::string(of(setting).bottleneck) == "disk");
}

TEST_CASE("threads share the cores that there are") {
  Setting setting = workers(8);
  setting.cores = 1;
  setting.hit_share = 1;
  const PipelineTimes slow{{0, 1}, 5, 3};
  const Forecast shared = forecast(slow, hundred_minibatches(), setting);
  CHECK(shared.step_ms == Approx(30));
  CHECK(std::string(shared.bottleneck) == "pre-processing");
}

TEST_CASE("with a given bandwidth a read takes its bytes divided by it") {
  Setting setting = workers(1);
  setting.bandwidth_b_per_s = 10e6;
  CHECK(of(setting).read_ms == Approx(100));
}

TEST_CASE("what the page cache serves is not read") {
  Setting setting = workers(1);
  setting.hit_share = 0.6;
  CHECK(of(setting).read_ms == Approx(20));
  CHECK(of(setting).step_ms == Approx(50));
}

TEST_CASE("computing grows with the batch: in proportion, or along the line through several batches") {
  const ComputeTime one = fit_compute_time({{10, 40}});
  CHECK(one.fixed_ms == 0);
  CHECK(one.per_sample_ms == Approx(4));
  const ComputeTime two = fit_compute_time({{10, 40}, {20, 60}});
  CHECK(two.fixed_ms == Approx(20));
  CHECK(two.per_sample_ms == Approx(2));
  const ComputeTime same = fit_compute_time({{10, 40}, {10, 60}});
  CHECK(same.per_sample_ms == Approx(5));
}
