// SPDX-License-Identifier: Apache-2.0
// A plain file stands for the board's end: what is written goes to its first line, and the answers follow.
#include "trainstep/run/emulated_gpu.hpp"

#include <csignal>
#include <string>

#include "catch.hpp"
#include "fake_clock.hpp"
#include "refusal.hpp"
#include "sysfs_tree.hpp"
#include "trainstep/run/engine.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

const std::string kFirstLine(40, ' '), kKnown = "workload bert\nworkload lenet\n";
const std::string kDoneAtOnce =
    "copied_ns 3000000\ncomputed_ns 10000000\n";  // milliseconds after the start of this machine
const std::string kNeverComputed = "copied_ns 1\ncomputed_ns 2305843009213693951\n";

struct GpuBench {
  explicit GpuBench(const std::string& answers) {
    tree.emulated("agx-orin").raw_file("/run/jetsim/gpu", kFirstLine + "\n" + answers);
  }
  std::string written() const {
    const std::string text = tree.read("/run/jetsim/gpu");
    return text.substr(0, text.find('\n'));
  }
  std::shared_ptr<EmulatedGpu> gpu(const char* workload = "lenet") {
    return std::make_shared<EmulatedGpu>(tree.root(), signals, workload, 7);
  }
  test::SysfsTree tree;
  io::Signals signals;
};

}  // namespace

TEST_CASE("a workload that the board does not know is refused") {
  GpuBench bench(kKnown);
  CHECK(test::refusal_of([&] { bench.gpu("vgg11"); }) == ExitCode::usage);
  CHECK(test::refusal_of([&] { bench.gpu("len"); }) == ExitCode::usage);
}

TEST_CASE("a root on which no board is mounted is refused") {
  GpuBench copy("");
  CHECK(test::refusal_of([&] { copy.gpu(); }) == ExitCode::data);
  copy.tree.remove("/run/jetsim/gpu");
  CHECK(test::refusal_of([&] { copy.gpu(); }) == ExitCode::unavailable);
}

TEST_CASE("the board is told the workload, the seed, and the size of each minibatch") {
  GpuBench bench(kKnown + kDoneAtOnce);
  const auto gpu = bench.gpu();
  CHECK(bench.written() == "attach lenet 7");
  gpu->load(16);
  CHECK(gpu->train());
  CHECK(bench.written() == "train 16");
  gpu->load(4);
  CHECK(gpu->infer());
  CHECK(bench.written() == "infer 4");
}

TEST_CASE("the board's instants replace those of the host") {
  GpuBench bench(kKnown + kDoneAtOnce);
  const auto gpu = bench.gpu();
  test::FakeClock clock(1'000'000);
  const Timer timer = emulated_timer(gpu, clock);
  timer.mark(Mark::start);
  clock.advance(1'500'000);
  timer.mark(Mark::fetched);
  timer.mark(Mark::on_device);
  REQUIRE(gpu->train());
  clock.advance(50'000'000);  // the host wakes up late
  timer.mark(Mark::computed);
  timer.wait();
  CHECK(timer.elapsed_ms(Mark::start, Mark::on_device) == Approx(2));
  CHECK(timer.elapsed_ms(Mark::fetched, Mark::on_device) == Approx(0.5));
  CHECK(timer.elapsed_ms(Mark::on_device, Mark::computed) == Approx(7));
}

TEST_CASE("a stop signal ends the wait for a minibatch that is never done") {
  GpuBench bench(kKnown + kNeverComputed);
  const auto gpu = bench.gpu();
  io::Signals::note(SIGTERM);
  CHECK_FALSE(gpu->train());
  CHECK_FALSE(engine_of(gpu).train({}));
}

TEST_CASE("an answer without times is no board's") {
  GpuBench bench(kKnown + "copied_ns soon\ncomputed_ns 1\n");
  const auto gpu = bench.gpu();
  CHECK(test::refusal_of([&] { gpu->train(); }) == ExitCode::data);
}
