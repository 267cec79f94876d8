// SPDX-License-Identifier: Apache-2.0
#include "wattop/program_power.hpp"

#include <algorithm>

#include "catch.hpp"
#include "wattop_rows.hpp"

using namespace wattline;
using namespace wattline::wattop;
using test::a_power_row;

namespace {

// A program that keeps cores busy for a while, and what it then adds to the 5 W of the idle board.
struct Program {
  std::string name;
  double start_s, end_s, cores, watts;
  bool runs(double t_s) const { return t_s > start_s && t_s <= end_s; }
};
const std::vector<Program> kBoth{{"a 41", 20, 60, 2, 10}, {"b 42", 40, 80, 1, 4}};

ProgramPower watched_until(double end_s, const std::vector<Program>& programs = kBoth) {
  ProgramPower power;
  RailFacts facts;
  facts.error_w = 0.05;
  for (double t_s = 0.5; t_s <= end_s; t_s += 0.5) {
    double watts = 5 + 0.02 * static_cast<double>(static_cast<int>(t_s * 2) % 3);
    for (const Program& program : programs) watts += program.runs(t_s) ? program.watts : 0;
    power.take_power(t_s, a_power_row(t_s, "TOTAL", watts), facts);
    if (t_s != static_cast<int>(t_s)) continue;
    power.take_clocks(t_s, 1e6, 1e9);
    for (const Program& program : programs) {
      if (program.runs(t_s)) power.take(t_s, {{}, true, false, program.name, program.name, program.cores, "measured"});
    }
    power.take(t_s, {{}, true, true, "other", "other", 0.1, "measured"});
  }
  return power;
}

const ProgramView& named(const std::vector<ProgramView>& views, const std::string& name) {
  const auto view = std::find_if(views.begin(), views.end(), [&](const auto& other) { return other.name == name; });
  REQUIRE(view != views.end());
  return *view;
}

void check_power(const ProgramView& view, double watts) {
  REQUIRE(view.power_w);
  CHECK(*view.power_w == Approx(watts).epsilon(0.03));
  CHECK(*view.low_w <= watts);
  CHECK(*view.high_w >= watts);
  CHECK(*view.high_w - *view.low_w < 0.5 * watts);
}

}  // namespace

TEST_CASE("programs that run at different times have powers of their own, beside that of the idle board") {
  ProgramPower power = watched_until(58);
  const auto views = power.views(true);
  REQUIRE(views.size() == 5);
  CHECK(views[0].name == "idle board");
  check_power(views[0], 5.02);
  CHECK(views[1].name == "all programs");
  check_power(views[1], 14);
  check_power(named(views, "a 41"), 10);
  check_power(named(views, "b 42"), 4);
  CHECK(named(views, "b 42").busy_cores == 1);
  CHECK(views.back().name == "other");
  CHECK_FALSE(views.back().power_w.has_value());
}

TEST_CASE("programs that always ran together have bounds, and no power") {
  ProgramPower power = watched_until(58, {{"a 41", 20, 80, 2, 10}, {"b 42", 20, 80, 1, 4}});
  const auto views = power.views(true);
  for (const char* const name : {"a 41", "b 42"}) {
    const ProgramView& view = named(views, name);
    CHECK_FALSE(view.power_w.has_value());
    CHECK(*view.low_w == Approx(0).margin(0.01));
    CHECK(*view.high_w > 13);
    CHECK(*view.high_w < 15);
  }
}

TEST_CASE("where the clocks may change, what programs cause together is not told from one program alone") {
  ProgramPower power = watched_until(58, {{"a 41", 20, 80, 2, 10}});
  const auto views = power.views(false);
  check_power(named(views, "all programs"), 10);
  CHECK_FALSE(named(views, "a 41").power_w.has_value());
  CHECK(*named(views, "a 41").high_w > 9);
}

TEST_CASE("a program that has just begun may have all that the idle board leaves") {
  ProgramPower power = watched_until(21, {{"a 41", 19, 80, 2, 10}});
  const auto views = power.views(true);
  const ProgramView& view = named(views, "a 41");
  CHECK_FALSE(view.power_w.has_value());
  CHECK(*view.low_w == 0);
  CHECK(*view.high_w >= 3);  // of the last five seconds, it ran two
}

TEST_CASE("a reading of the clocks that failed hides no change of them") {
  ProgramPower power;
  for (double t_s = 1; t_s <= 60; ++t_s) {
    const bool a = t_s > 20, b = t_s > 40;
    power.take_power(t_s, a_power_row(t_s, "TOTAL", 5 + (a ? 10 : 0) + (b ? 8 : 0)), {});
    power.take_clocks(t_s, 1e6, t_s == 30 || t_s == 50 ? NAN : b ? 1e9 : 3e8);
    if (a) power.take(t_s, {{}, true, false, "a 41", "a 41", 1, "measured"});
    if (b) power.take(t_s, {{}, true, false, "b 42", "b 42", 1, "measured"});
    power.take(t_s, {{}, true, true, "other", "other", 0.1, "measured"});
  }
  const auto views = power.views(false);
  CHECK_FALSE(named(views, "a 41").power_w.has_value());
  CHECK_FALSE(named(views, "b 42").power_w.has_value());
}

TEST_CASE("two groups of one name are one program, and a container called as a line of the page has its own") {
  ProgramPower power;
  for (double t_s = 1; t_s <= 60; ++t_s) {
    const bool runs = t_s > 20;
    power.take_power(t_s, a_power_row(t_s, "TOTAL", runs ? 15 : 5), {});
    for (int i = 0; runs && i < 2; ++i) power.take(t_s, {{}, false, false, "app.slice", "app.slice", 1, "measured"});
    power.take(t_s, {{}, false, false, "all programs", "all programs", 0.01, "measured"});
  }
  const auto views = power.views(true);
  CHECK(std::count_if(views.begin(), views.end(), [](const auto& view) { return view.name == "app.slice"; }) == 1);
  CHECK(named(views, "app.slice").busy_cores == 2);
  check_power(named(views, "app.slice"), 10);
  CHECK_FALSE(views.back().power_w.has_value());
}

TEST_CASE("rows whose time goes back begin anew, and powers end with the rows of programs") {
  ProgramPower power = watched_until(58);
  const RailFacts facts;
  for (double t_s = 59; t_s < 300; ++t_s) power.take_power(t_s, a_power_row(t_s, "TOTAL", 5), facts);
  check_power(named(power.views(true), "a 41"), 10);
  power.take_power(1, a_power_row(1, "TOTAL", 5), facts);
  CHECK(power.views(true).empty());
}

TEST_CASE("from two ticks, no power of a program is known") {
  ProgramPower power = watched_until(2, {{"a 41", 0, 80, 2, 10}});
  const auto views = power.views(true);
  REQUIRE(views.size() == 2);
  CHECK_FALSE(views[0].power_w.has_value());
  CHECK_FALSE(views[0].high_w.has_value());
  CHECK(ProgramPower().views(true).empty());
  power = ProgramPower();
  for (double t_s = 1; t_s < 30; ++t_s) power.take_power(t_s, a_power_row(t_s, "TOTAL", 5), {});
  CHECK(power.views(true).empty());
}
