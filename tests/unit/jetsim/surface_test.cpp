// SPDX-License-Identifier: Apache-2.0
// Surfaces keep to what is published about the boards, and are rough where a real board is.
#include "jetsim/workload/surface.hpp"

#include <cmath>

#include "base/error.hpp"
#include "catch.hpp"

using namespace wattline;
using namespace wattline::jetsim;

namespace {

struct Bench {
  Bench(const char* name, const char* workload) : board(name), surface(board, workload), power(board) {}
  Clocks clocks(int cores, std::int64_t khz, std::int64_t gpu_hz, std::int64_t emc_hz) const {
    Clocks chosen;
    for (const auto& policy : board.policies) {
      chosen.online.push_back(std::min(cores, static_cast<int>(policy.size())));
      cores -= chosen.online.back();
      chosen.cpu_khz.push_back(khz);
    }
    chosen.gpu_hz = gpu_hz;
    chosen.emc_hz = emc_hz;
    return chosen;
  }
  Clocks most() const { return clocks(board.cores(), board.cpu_khz.back(), board.gpu_hz.back(), board.emc_hz.back()); }
  double ms(const Clocks& at) const { return surface.at(at, surface.default_batch()).step_ms(); }
  double watts(const Clocks& at) const { return settled_watts(power, at, surface.at(at, surface.default_batch())); }
  BoardSpec board;
  Surface surface;
  TruePower power;
};

}  // namespace

TEST_CASE("Highest clocks give the published step times and powers") {
  const Bench resnet("agx-orin", "resnet18"), mobilenet("agx-orin", "mobilenetv3"), bert("agx-orin", "bert");
  CHECK(resnet.ms(resnet.most()) == Approx(58.5).epsilon(0.05));
  CHECK(resnet.watts(resnet.most()) == Approx(51.1).epsilon(0.05));
  CHECK(mobilenet.ms(mobilenet.most()) == Approx(96.8).epsilon(0.05));
  CHECK(bert.ms(bert.most()) == Approx(991).epsilon(0.05));
  CHECK(bert.watts(bert.most()) == Approx(57).epsilon(0.05));
  const Bench xavier("agx-xavier", "resnet18");
  CHECK(xavier.ms(xavier.most()) == Approx(163).epsilon(0.05));  // 8.5 minutes for 3125 steps
  CHECK(xavier.watts(xavier.most()) == Approx(36.4).epsilon(0.05));
}

TEST_CASE("The slowest published mode is tens of times slower at a quarter of the power") {
  const Bench bench("agx-orin", "resnet18");
  const Clocks least = bench.clocks(2, 268800, 114750000, 204000000);
  CHECK(bench.ms(least) / bench.ms(bench.most()) > 25);
  CHECK(bench.ms(least) / bench.ms(bench.most()) < 40);
  CHECK(bench.watts(bench.most()) / bench.watts(least) == Approx(4.3).epsilon(0.1));
}

TEST_CASE("More cores than there is work for change nothing but power") {
  const Bench bench("agx-orin", "bert");
  const Clocks some = bench.clocks(8, 2201600, 1300500000, 3199000000);
  CHECK(bench.ms(some) == Approx(bench.ms(bench.most())).epsilon(0.001));
  CHECK(bench.watts(some) < bench.watts(bench.most()));
}

TEST_CASE("Somewhere a higher clock is slower, somewhere a core more is") {
  const Bench bench("agx-orin", "resnet18");
  int slower_clocks = 0, slower_cores = 0;
  for (std::size_t i = 1; i < bench.board.cpu_khz.size(); ++i) {
    for (int cores = 2; cores <= 12; ++cores) {
      const auto at = [&](int n, std::size_t k) {
        return bench.ms(bench.clocks(n, bench.board.cpu_khz[k], 1300500000, 665600000));
      };
      slower_clocks += at(cores, i) > at(cores, i - 1) ? 1 : 0;
      slower_cores += at(cores, i) > at(cores - 1, i) * 1.0001 ? 1 : 0;
    }
  }
  CHECK(slower_clocks > 0);
  CHECK(slower_cores > 0);
}

TEST_CASE("The segments of a minibatch add up to it") {
  for (const std::string& workload : workload_names()) {
    INFO(workload);
    const Bench bench("orin-nano", workload.c_str());
    const EmulatedMinibatch minibatch = bench.surface.at(bench.most(), bench.surface.default_batch());
    double sum = 0;
    for (const MinibatchSegment& segment : minibatch.segments) sum += segment.ms;
    CHECK(sum == Approx(minibatch.step_ms()));
    CHECK(minibatch.segments[0].ms == minibatch.overhead_ms);
    CHECK(minibatch.segments[1].ms == minibatch.stall_ms);
    CHECK(minibatch.mean().gpu > 0);
    CHECK(minibatch.mean().gpu <= 1);
  }
}

TEST_CASE("A larger minibatch takes longer, but less per sample") {
  const Bench bench("agx-orin", "resnet18");
  const double small = bench.surface.at(bench.most(), 4).step_ms(),
               large = bench.surface.at(bench.most(), 16).step_ms();
  CHECK(large > small);
  CHECK(large / 16 < small / 4);
}

TEST_CASE("An unknown workload is refused with the list of known ones") {
  const BoardSpec board("agx-orin");
  CHECK_THROWS_AS(Surface(board, "nosuch"), Error);
}
