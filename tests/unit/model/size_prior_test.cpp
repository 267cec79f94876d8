// SPDX-License-Identifier: Apache-2.0
// What the size of a network tells before anything was profiled.
#include "model/size_prior.hpp"

#include <fstream>

#include "base/error.hpp"
#include "catch.hpp"
#include "model/bounded_prediction.hpp"
#include "model/workload_model.hpp"
#include "scratch_folder.hpp"

using namespace wattline::model;
using wattline::Error;

namespace {

const Mode kTop{12, 2201600, 1300500000, 3199000000, 0};
const NetworkSize kNetwork{3.6e9, 1e7, 90, 1.17e7, 134000};

double log_ms(const SizedWork& work, const Hardware& hardware = {2048, 256, kTop}, Mode mode = kTop) {
  const WorkloadModel model(DeviceLimits({hardware.top}), {}, size_priors(work, hardware));
  return predict_within_bounds(model, {mode}).log_ms[0];
}

double log_watts(const SizedWork& work, const Hardware& hardware) {
  const WorkloadModel model(DeviceLimits({hardware.top}), {}, size_priors(work, hardware));
  return predict_within_bounds(model, {kTop}).log_w[0];
}

}  // namespace

TEST_CASE("more work takes longer, and a larger GPU takes less time and more power") {
  const SizedWork work{kNetwork, 16, true};
  CHECK(log_ms({kNetwork, 32, true}) - log_ms(work) > 0.3);
  CHECK(log_ms({kNetwork, 32, true}) - log_ms(work) <= std::log(2) + 1e-9);
  CHECK(log_ms({kNetwork, 16, false}) < log_ms(work));
  NetworkSize larger = kNetwork;
  larger.flops *= 4;
  CHECK(log_ms({larger, 16, true}) > log_ms(work));
  CHECK(log_ms(work, {512, 128, kTop}) > log_ms(work));
  CHECK(log_watts(work, {512, 128, kTop}) < log_watts(work, {2048, 256, kTop}));
}

TEST_CASE("decoding large files takes longer than the network where cores are few and slow") {
  NetworkSize synthetic = kNetwork;
  synthetic.file_bytes = 0;
  const Hardware hardware{2048, 256, kTop};
  const Mode slow{2, 268800, 1300500000, 3199000000, 0};
  CHECK(log_ms({kNetwork, 16, true}, hardware, slow) - log_ms({synthetic, 16, true}, hardware, slow) > 0.5);
}

TEST_CASE("predictions without a reading have wide errors, and a reading narrows them") {
  const Hardware hardware{2048, 256, kTop};
  const Priors priors = size_priors({kNetwork, 16, true}, hardware);
  const DeviceLimits device({kTop});
  const Prediction before = predict_within_bounds(WorkloadModel(device, {}, priors), {kTop});
  CHECK(before.log_ms_sd[0] > 0.2);
  CHECK(before.log_w_sd[0] > 0.1);
  const std::vector<ModeReading> readings{{kTop, 100, 40}};
  const Prediction after = predict_within_bounds(WorkloadModel(device, readings, priors), {kTop});
  CHECK(std::fabs(after.log_ms[0] - std::log(100)) < std::fabs(before.log_ms[0] - std::log(100)));
  CHECK(after.log_ms_sd[0] < 0.5 * before.log_ms_sd[0]);
}

TEST_CASE("without a reading and without a size there is nothing to fit") {
  CHECK_THROWS_AS(WorkloadModel(DeviceLimits({kTop}), {}), Error);
}

TEST_CASE("a size that lacks a fact is refused by its name, and other facts are passed over") {
  const wattline::test::Folder folder;
  const auto read = [&](const std::string& rows) {
    std::ofstream(folder.file("size.tsv")) << "name\tvalue\tunit\n" << rows;
    return read_network_size(folder.file("size.tsv"));
  };
  const std::string whole = "workload\tx\ttext\nparameters\t5\t1\nflops\t7\t1\noperations\t3\t1\n";
  const NetworkSize size = read(whole + "activation_bytes\t11\tB\n");
  CHECK(size.flops == 7);
  CHECK(size.activation_bytes == 11);
  CHECK(size.file_bytes == 0);
  CHECK(read(whole + "activation_bytes\t11\tB\nmean_file\t13\tB\n").file_bytes == 13);
  CHECK(read(whole + "activation_bytes\t11\tB\nmean_file\t0\tB\n").file_bytes == 0);
  CHECK_THROWS_AS(read(whole + "activation_bytes\t11\tB\nflops\t7\t1\n"), Error);
  CHECK_THROWS_AS(read(whole + "activation_bytes\t1e300\tB\n"), Error);
  CHECK_THROWS_WITH(read(whole), Catch::Matchers::ContainsSubstring("activation_bytes"));
  CHECK_THROWS_AS(read(whole + "activation_bytes\tNA\tB\n"), Error);
  CHECK_THROWS_AS(read(whole + "activation_bytes\t-1\tB\n"), Error);
  CHECK_THROWS_AS(read(whole + "activation_bytes\tmany\tB\n"), Error);
}
