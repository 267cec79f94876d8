// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "interleave_bench.hpp"

using namespace wattline;
using namespace wattline::trainstep;
using test::kMs;
using Bench = test::InterleaveBench;

TEST_CASE("a run is stable when requests are answered as fast as they arrive") {
  Bench bench;
  bench.options.arrivals.rate = 200;
  bench.run();
  CHECK(bench.stable() == "yes");
  CHECK(bench.record().backlog() == 0);
}

TEST_CASE("inference that is slower than the arrivals is not stable") {
  Bench bench;
  bench.options.arrivals.rate = 3200;  // a batch in 5 ms, inference takes 10
  bench.run(false);
  CHECK(bench.stable() == "no");
  CHECK(bench.record().backlog() > 16);
}

TEST_CASE("requests that pile up because of the training in between are not stable") {
  Bench bench;
  bench.options.policy = SharingPolicy::round_robin;
  bench.options.arrivals.rate = 500;  // a batch in 32 ms, inference and training take 35
  bench.run();
  CHECK(bench.stable() == "no");
  bench.options.arrivals.rate = 450;  // 35.6 ms
  bench.windows.clear();
  bench.run();
  CHECK(bench.stable() == "yes");
}

TEST_CASE("requests that pile up for no reason that medians tell are not stable") {
  Bench bench;
  bench.options.arrivals.rate = 200;  // a batch in 80 ms
  bench.between = 25 * kMs;           // a reader of the rows that takes its time
  bench.run();
  CHECK(bench.stable() == "no");
}

TEST_CASE("without a rate nothing can pile up") {
  Bench bench;
  bench.run(false);
  CHECK(bench.stable() == "NA");
}

TEST_CASE("a few windows do not tell whether a run is stable, but may tell that it is not") {
  Bench bench;
  bench.most = 3;
  bench.options.arrivals.rate = 200;
  bench.run();
  CHECK(bench.stable() == "NA");
  bench.windows.clear();
  bench.options.arrivals.rate = 3200;
  bench.run(false);
  CHECK(bench.stable() == "no");
}
