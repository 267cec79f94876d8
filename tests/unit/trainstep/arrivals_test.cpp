// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/arrivals.hpp"

#include <cmath>
#include <fstream>

#include "base/error.hpp"
#include "base/statistics.hpp"
#include "catch.hpp"
#include "scratch_folder.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

using Times = std::vector<double>;

ArrivalOptions of_process(ArrivalProcess process, double rate) {
  ArrivalOptions options;
  options.process = process;
  options.rate = rate;
  return options;
}

Times read(const std::string& rows) {
  const test::Folder folder;
  const std::string path = folder.file("trace.tsv");
  std::ofstream(path) << rows;
  ArrivalOptions options;
  read_arrivals(path, options);
  return options.trace_s;
}

}  // namespace

TEST_CASE("requests at a constant rate have equal gaps, and those not taken yet are counted as waiting") {
  Arrivals arrivals(of_process(ArrivalProcess::constant, 4));
  CHECK(arrivals.take(2) == Times{0.25, 0.5});
  CHECK(arrivals.waiting_at(0.5) == 0);
  CHECK(arrivals.waiting_at(1.1) == 2);
  CHECK(arrivals.take(3) == Times{0.75, 1, 1.25});
}

TEST_CASE("requests that wait need no memory, at any rate, and are the same ones when they are taken") {
  for (const ArrivalProcess process : {ArrivalProcess::constant, ArrivalProcess::poisson}) {
    Arrivals behind(of_process(process, 1e6)), prompt(of_process(process, 1e6));
    const auto waiting = static_cast<double>(behind.waiting_at(2));
    CHECK(waiting == Approx(2e6).epsilon(0.01));
    const Times first = behind.take(1000);
    CHECK(first == prompt.take(1000));
    CHECK(static_cast<double>(behind.waiting_at(2)) == waiting - 1000);
  }
}

TEST_CASE("the gaps of a Poisson process are exponential: their deviation is their mean, and none depends on another") {
  Arrivals arrivals(of_process(ArrivalProcess::poisson, 50));
  const Times times = arrivals.take(20000);
  Running gaps;
  double last = 0, product = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const double gap = times[i] - times[i - 1];
    REQUIRE(gap >= 0);
    gaps.add(gap);
    product += (gap - 0.02) * (last - 0.02);
    last = gap;
  }
  CHECK(*gaps.mean() == Approx(0.02).epsilon(0.03));
  CHECK(*gaps.sd() == Approx(0.02).epsilon(0.04));
  CHECK(std::fabs(product / 20000 / (0.02 * 0.02)) < 0.04);
}

TEST_CASE("a Poisson process repeats itself with the same seed only") {
  ArrivalOptions options = of_process(ArrivalProcess::poisson, 50);
  const Times first = Arrivals(options).take(10);
  CHECK(Arrivals(options).take(10) == first);
  options.seed = 2;
  CHECK(Arrivals(options).take(10) != first);
}

TEST_CASE("a trace ends with its last whole minibatch") {
  ArrivalOptions options = of_process(ArrivalProcess::trace, 2);
  options.trace_s = {0.1, 0.1, 0.7};
  Arrivals arrivals(options);
  CHECK(arrivals.waiting_at(10) == 3);
  CHECK(arrivals.take(2) == Times{0.1, 0.1});
  CHECK(arrivals.take(2).empty());
}

TEST_CASE("a trace is read from the column arrival_s, and times that fall or are none are refused with their line") {
  CHECK(read("id\tarrival_s\n1\t0\n2\t0.5\n") == Times{0, 0.5});
  for (const char* rows : {"arrival_s\n1\n0.5\n", "arrival_s\n-1\n", "arrival_s\nNA\n", "arrival_s\n", "time_s\n1\n",
                           "arrival_s\ninf\n", "arrival_s\n1732360000\n"}) {
    INFO(rows);
    CHECK_THROWS_AS(read(rows), Error);
  }
  CHECK_THROWS_WITH(read("arrival_s\n1\n0.5\n"), Catch::Contains(":3: arrival_s '0.5'"));
}
