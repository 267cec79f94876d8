// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/interleave.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "catch.hpp"
#include "interleave_bench.hpp"

using namespace wattline;
using namespace wattline::trainstep;
using test::kMs;

TEST_CASE("managed windows hold exactly the training minibatches that fit") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 200;
  bench.run();
  REQUIRE(bench.windows.size() == 50);
  for (const WindowRecord& window : bench.windows) {
    CHECK(window.train_steps == 2);
    CHECK(window.fitting_steps == 2);
  }
  CHECK(bench.windows[1].start_ns - bench.windows[0].start_ns == 80 * kMs);
}

TEST_CASE("windows hold what the closed form gives, also when minibatches vary") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 200;
  bench.jitter = 0.2;
  bench.most = 400;
  bench.run();
  // floor((16 / 200 - 0.010) / 0.025), from the times that the bench was built with, not from measured ones.
  const auto as_formula = std::count_if(bench.windows.begin(), bench.windows.end(),
                                        [](const WindowRecord& window) { return window.train_steps == 2; });
  CHECK(as_formula >= 400 * 95 / 100);
  // What is trained leaves room: requests do not pile up.
  CHECK(bench.windows.back().latency_max_ms < 150);
}

TEST_CASE("latency is waiting for the batch to fill, and execution") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 200;
  bench.run();
  const WindowRecord& window = bench.windows[3];
  CHECK(window.latency_max_ms == Approx(75 + 10));  // the first of 16 requests waits 15 gaps of 5 ms
  CHECK(window.queue_ms == Approx(37.5));
  CHECK(window.latency_ms == Approx(47.5));
}

TEST_CASE("without data nothing is answered, and that is no window") {
  test::InterleaveBench bench;
  bench.requests = 12;
  bench.run(false);
  CHECK(bench.windows.size() == 10);  // two were answered before, to see how long it takes
}

TEST_CASE("data that ends before the times are known gives no windows") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 200;
  bench.requests = 1;
  bench.run();
  CHECK(bench.windows.empty());
}

TEST_CASE("requests above the limit are counted") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 200;
  bench.options.latency_limit_ns = 60 * kMs;
  bench.run();
  CHECK(bench.windows[5].violations == 5);  // of 85, 80 ... 10 ms those above 60
}

TEST_CASE("late requests that follow each other are one cluster") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 200;
  bench.options.latency_limit_ns = 60 * kMs;
  bench.run();
  const InferenceRecord record = bench.record();
  CHECK(record.violations == 250);  // the first five of sixteen, in each window
  CHECK(record.clusters == 50);
  CHECK(record.longest_cluster == 5);
  CHECK(*record.violation_pct() == Approx(31.25));
  CHECK(*record.latency_ms.at(1) == Approx(85).epsilon(0.01));
}

TEST_CASE("requests of a trace are answered at its times, and the run ends with it") {
  test::InterleaveBench bench;
  bench.options.batch = 2;
  bench.options.arrivals.process = ArrivalProcess::trace;
  bench.options.arrivals.rate = 4;
  bench.options.arrivals.trace_s = {0.1, 0.2, 0.9, 1.0, 1.5};
  bench.run();
  REQUIRE(bench.windows.size() == 2);
  CHECK(bench.windows[1].start_ns - bench.windows[0].start_ns == 800 * kMs);
  CHECK(bench.windows[1].latency_max_ms == Approx(110));
}

TEST_CASE("a run that is stopped while it waits for a request ends without its window") {
  test::InterleaveBench bench;
  bench.options.batch = 1;
  bench.options.arrivals.process = ArrivalProcess::trace;
  bench.options.arrivals.rate = 1;
  bench.options.arrivals.trace_s = {0.1, 1000};
  bench.stopped = [&] { return !bench.windows.empty(); };
  bench.run();
  CHECK(bench.windows.size() == 1);
  CHECK(bench.clock.mono_ns() < 1000 * 1000 * kMs);
}

TEST_CASE("where nothing fits the rate at which one would is named") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 1000;  // 16 requests in 16 ms
  bench.options.policy = SharingPolicy::managed;
  try {
    bench.run();
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::unavailable);
    CHECK(error.hint() == "one fits up to a rate of 457.1");  // 16 / 35 ms
  }
}

TEST_CASE("where nothing fits and no policy was asked for, one minibatch is trained after each inference") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 1000;
  bench.run();
  CHECK(bench.facts.policy == SharingPolicy::round_robin);
  REQUIRE(bench.notes.size() == 1);
  CHECK_THAT(bench.notes[0], Catch::Contains("one fits up to a rate of 457.1"));
  for (const WindowRecord& window : bench.windows) CHECK(window.train_steps == 1);
  CHECK(bench.stable() == "no");
}

TEST_CASE("the command between the phases runs before each change, while requests are awaited") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 200;
  bench.most = 3;
  std::vector<Use> uses;
  bench.before_use = [&](Use use) {
    uses.push_back(use);
    bench.clock.advance(3 * kMs);
  };
  bench.run();
  CHECK(uses == std::vector<Use>{Use::infer, Use::train, Use::infer, Use::train, Use::infer, Use::train, Use::infer});
  for (const WindowRecord& window : bench.windows) {
    CHECK(window.hook_ms == Approx(6));
    CHECK(window.latency_max_ms == Approx(85));  // as without the command: 10 + 3 + 50 + 3 of 80 ms
  }
  CHECK(bench.record().hook_ms == Approx(18));
}

TEST_CASE("the time of the command between the phases is not used for training, but one minibatch always is trained") {
  const auto run = [](std::int64_t command_ns) {
    test::InterleaveBench bench;
    bench.options.arrivals.rate = 200;
    bench.most = 4;
    bench.before_use = [&](Use) { bench.clock.advance(command_ns); };
    bench.run();
    return bench.windows;
  };
  const std::vector<WindowRecord> windows = run(12 * kMs);
  CHECK(windows[0].train_steps == 2);  // the command has not been timed yet
  CHECK(windows[1].train_steps == 1);  // 10 + 12 + 25 + 12 of 80 ms
  CHECK(windows[1].fitting_steps == 1);
  CHECK(windows[3].latency_max_ms == Approx(85));
  CHECK(run(40 * kMs)[3].train_steps == 1);
}

TEST_CASE("the queue is what arrived and was not taken when an inference begins") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 200;
  bench.run(false);
  CHECK(bench.windows.back().waiting == 0);
  test::InterleaveBench late;
  late.options.arrivals.rate = 3200;  // 32 requests arrive while 16 are answered
  late.run(false);
  CHECK(late.windows[10].waiting == 160);
  CHECK(*late.record().queue.max() == Approx(16 * 49));
}

TEST_CASE("the answer of a language model has two stages, and the first token is awaited from the request on") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 200;
  bench.options.prompt = 64;
  bench.options.generate = 5;
  bench.prefill = 4 * kMs;
  bench.most = 3;
  bench.run(false);
  const WindowRecord& window = bench.windows.back();
  CHECK(window.prompt_tokens == 16 * 64);
  CHECK(window.tokens == 16 * 5);
  CHECK(window.prefill_ms == Approx(4));
  CHECK(window.decode_ms == Approx(6));
  CHECK(window.first_token_ms == Approx(window.queue_ms + 4));
  CHECK(window.queue_ms > 30);  // 16 requests arrive in 80 ms
  CHECK(window.token_ms == Approx(1.5));
  test::InterleaveBench other;
  other.run(false);
  CHECK_FALSE(other.windows.back().tokens);
  CHECK(std::isnan(other.windows.back().prefill_ms));
}

TEST_CASE("an inference that cannot keep up falls ever further behind") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 3200;  // a batch in 5 ms, inference takes 10
  bench.run(false);
  CHECK(bench.windows[40].latency_ms > bench.windows[20].latency_ms + 90);
}

TEST_CASE("round-robin trains one minibatch after each inference") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 200;
  bench.options.policy = SharingPolicy::round_robin;
  bench.run();
  for (const WindowRecord& window : bench.windows) CHECK(window.train_steps == 1);
}

TEST_CASE("the run ends after as many training minibatches as asked for") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 200;
  bench.options.max_steps = 7;
  bench.run();
  std::int64_t steps = 0;
  for (const WindowRecord& window : bench.windows) steps += window.train_steps;
  CHECK(steps == 7);
}

TEST_CASE("a window that the end of the run cuts short is not held against the formula") {
  test::InterleaveBench bench;
  bench.options.arrivals.rate = 200;
  bench.options.max_steps = 7;
  bench.run();
  CHECK(bench.windows.back().cut_short);
  CHECK(bench.record().as_formula_pct() == 100);
}
