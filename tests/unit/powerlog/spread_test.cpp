// SPDX-License-Identifier: Apache-2.0
// When powerlog reads.
#include <optional>

#include "base/statistics.hpp"
#include "catch.hpp"
#include "io/meta.hpp"
#include "io/tsv_reader.hpp"
#include "log_case.hpp"
#include "powerlog/powerlog.hpp"
#include "rail_trees.hpp"

using namespace wattline;

using SpreadCase = test::LogCase<powerlog::Options, powerlog::run>;

TEST_CASE("readings of a sensor that sees little of the time between them are spread", "[powerlog]") {
  SpreadCase c(test::make_orin_nano, 100);
  c.options.rails = {"VDD_IN"};
  c.options.sampling.rows.output = c.path("/p.tsv");
  CHECK(c.run() == 0);
  CHECK(io::read_meta(c.path("/p.tsv.meta"), "interval_spread") == std::vector<std::string>{"0.5"});
  io::TsvReader rows(c.path("/p.tsv"));
  Running gaps;
  std::optional<double> before;
  for (const std::size_t mono = rows.require("mono_s"); rows.next(); before = rows.number(mono)) {
    if (before) gaps.add(*rows.number(mono) - *before);
  }
  CHECK(*gaps.mean() == Approx(0.1).epsilon(0.02));
  CHECK(*gaps.sd() > 0.02);
}
