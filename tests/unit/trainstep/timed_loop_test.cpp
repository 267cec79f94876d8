// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/timed_loop.hpp"

#include "catch.hpp"
#include "fake_clock.hpp"
#include "io/output.hpp"
#include "io/training_rows.hpp"
#include "trainstep/rows.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

constexpr std::int64_t kMs = 1'000'000;

// Each sample takes 1 ms to prepare, each load 2 ms, each step 10 ms, each row 3 ms.
struct LoopBench {
  test::FakeClock clock;
  Dataset set;
  LoopOptions options;
  std::vector<StepRecord> steps;
  bool hooks = false, gpu = false, stopped = false;
  StepsDone earlier;

  explicit LoopBench(std::size_t size) {
    set.size = size;
    set.fields = {{"x", Element::f32, {1}}};
    set.read = [](std::size_t, Random&, Scratch&) {};
    set.prepare = [this](std::size_t, Random&, Scratch&, Minibatch&, std::size_t) { clock.advance(kMs); };
  }

  EpochRecord run() {
    Loader loader(set, without_workers(4));
    const auto train = [this](const StageMarks& marks) {
      clock.advance(3 * kMs);
      if (marks.forward) marks.forward();
      clock.advance(5 * kMs);
      if (marks.backward) marks.backward();
      clock.advance(2 * kMs);
      return !stopped;
    };
    Engine engine{[this](const Minibatch&) { clock.advance(2 * kMs); }, train, nullptr, [] { return 0.5; }};
    Timer timer = host_timer(clock);
    timer.queues = gpu;
    timer.wait = [this] { clock.advance(gpu ? 5 * kMs : 0); };
    TimedLoop loop(loader, engine, timer, clock, options);
    if (hooks) {
      loop.before_step = [this] { clock.advance(2 * kMs); };
      loop.after_step = [this] { clock.advance(1 * kMs); };
    }
    loop.on_step = [this](const StepRecord& step) {
      steps.push_back(step);
      clock.advance(3 * kMs);
      return true;
    };
    return loop.run(0, sequential_order(set.size), earlier);
  }
};

}  // namespace

TEST_CASE("stall is fetch and copy, compute the rest, and rows cost neither") {
  LoopBench bench(12);
  const EpochRecord epoch = bench.run();
  REQUIRE(bench.steps.size() == 3);
  const StepRecord& step = bench.steps[1];
  CHECK(step.stall_ms == Approx(6));
  CHECK(step.h2d_ms == Approx(2));
  CHECK(step.compute_ms == Approx(10));
  CHECK(step.step_ms == Approx(19));  // with the 3 ms of the row before
  CHECK(epoch.overhead_ms() == Approx(6));
  CHECK(epoch.complete);
  CHECK(epoch.images == 12);
}

TEST_CASE("--stages splits compute into forward, backward and optimizer; without it they are not known") {
  LoopBench bench(12);
  bench.options.stages = true;
  bench.run();
  const StepRecord& step = bench.steps[1];
  CHECK(step.forward_ms == Approx(3));
  CHECK(step.backward_ms == Approx(5));
  CHECK(step.optimizer_ms == Approx(2));
  CHECK(step.compute_ms == Approx(10));
  LoopBench without(12);
  without.run();
  CHECK(std::isnan(without.steps[1].forward_ms));
}

TEST_CASE("a step that a stop signal cut short is none") {
  LoopBench bench(12);
  bench.stopped = true;
  const EpochRecord epoch = bench.run();
  CHECK(bench.steps.empty());
  CHECK(epoch.steps == 0);
  CHECK_FALSE(epoch.complete);
}

TEST_CASE("a step begins where the step before it ended") {
  LoopBench bench(12);
  bench.run();
  CHECK(bench.steps[1].start_ns == bench.steps[0].end_ns);
  CHECK(bench.steps[2].start_ns == bench.steps[1].end_ns);
}

TEST_CASE("exactly as many counted steps as asked for, besides the first") {
  LoopBench bench(100);
  bench.options.max_steps = 5;
  const EpochRecord epoch = bench.run();
  CHECK(epoch.counted == 5);
  CHECK(epoch.steps == 6);
  CHECK_FALSE(epoch.complete);
  CHECK(bench.steps[0].phase == StepPhase::first);
  CHECK(bench.steps[1].phase == StepPhase::counted);
}

TEST_CASE("the time to stabilise begins after the first step") {
  LoopBench bench(100);
  bench.options.stabilize_ns = 40 * kMs;  // steps take 19 ms
  bench.options.max_steps = 2;
  bench.run();
  REQUIRE(bench.steps.size() == 6);
  for (const std::size_t i : {1u, 2u, 3u}) CHECK(bench.steps[i].phase == StepPhase::stabilizing);
  CHECK(bench.steps[4].phase == StepPhase::counted);
}

TEST_CASE("the last batch of an epoch may be short") {
  LoopBench bench(9);
  bench.run();
  REQUIRE(bench.steps.size() == 3);
  CHECK(bench.steps[2].images == 1);
  CHECK(bench.steps[2].stall_ms == Approx(3));
}

TEST_CASE("hooks are neither stall nor compute, and their time is known") {
  LoopBench bench(12);
  bench.hooks = true;
  const EpochRecord epoch = bench.run();
  const StepRecord& step = bench.steps[1];
  CHECK(step.stall_ms == Approx(6));
  CHECK(step.compute_ms == Approx(10));
  CHECK(step.hook_ms == Approx(3));   // before it, and after the step before
  CHECK(step.step_ms == Approx(22));  // with the row
  CHECK(epoch.overhead_ms() == Approx(14));
  CHECK(epoch.all.hook_ms == Approx(8));
  CHECK(epoch.boundary_hook_ms == Approx(1));
}

TEST_CASE("launching is timed where work goes on behind the call") {
  LoopBench bench(12);
  bench.gpu = true;
  bench.run();
  CHECK(bench.steps[1].launch_ms == Approx(10));
  LoopBench processor(12);
  processor.run();
  CHECK(std::isnan(processor.steps[1].launch_ms));
}

TEST_CASE("an epoch goes on at the step where an earlier run left it") {
  LoopBench bench(40);
  bench.earlier = {3, 2};
  bench.options.max_steps = 5;
  const EpochRecord epoch = bench.run();
  REQUIRE(epoch.steps == 4);
  CHECK(bench.steps[0].step == 3);
  CHECK(bench.steps[0].phase == StepPhase::first);  // kernels are being chosen again
  CHECK(epoch.counted == 3);                        // with the two of the earlier run five
  CHECK_FALSE(epoch.complete);
}

TEST_CASE("the rest of an epoch has the batches that the whole one would have had") {
  LoopBench whole(18), rest(18);
  whole.run();
  rest.earlier.steps = 3;
  rest.run();
  REQUIRE(whole.steps.size() == 5);
  REQUIRE(rest.steps.size() == 2);
  CHECK(rest.steps.back().step == 4);
  CHECK(rest.steps.back().images == whole.steps.back().images);
}

TEST_CASE("rows have all columns of their kind") {
  LoopBench bench(8);
  const EpochRecord epoch = bench.run();
  std::string text;
  io::Output out = io::Output::to_string(text);
  io::TsvWriter steps(out, io::step_rows());
  write_step(steps, bench.steps[1], {"measured"});
  CHECK(text.find("\t0\t1\tcounted\t6.000\t2.000\t10.000\t19.000\t") != std::string::npos);
  io::TsvWriter epochs(out, io::epoch_rows());
  write_epoch(epochs, epoch, {"measured"});
  CHECK(text.find("\t0\t1\t2\t1\t12.000\t20.000\t3.000\t0.035000\t19.000\t8\t228.571\tNA\tcpu\t0.000\t34.29\t19."
                  "000\t19.000\tNA\tNA\tNA\tNA\tmeasured\n") != std::string::npos);
}
