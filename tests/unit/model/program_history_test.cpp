// SPDX-License-Identifier: Apache-2.0
#include "model/program_history.hpp"

#include "catch.hpp"

using namespace wattline;
using model::ProgramHistory;

namespace {

// A second at which these programs are known.
void tick(ProgramHistory& history, double t_s, double a, double b) {
  history.begin_tick(t_s);
  if (a > 0) history.add("1", "a", a);
  if (b > 0) history.add("2", "b", b);
}

}  // namespace

TEST_CASE("a program runs while it uses CPU time, and ticks that follow each other are one stretch", "[model]") {
  ProgramHistory history(600);
  for (int t = 1; t <= 20; ++t) tick(history, t, t > 5 && t <= 10 ? 2 : 0, t > 8 ? 0.5 : 0);
  const auto logs = history.logs(3);
  REQUIRE(logs.size() == 2);
  CHECK(logs[0].name == "a");
  REQUIRE(logs[0].running.size() == 1);
  CHECK(logs[0].running[0].start_s == 5);
  CHECK(logs[0].running[0].end_s == 10);
  CHECK(model::amount_between(logs[0].cpu, 0, 20) == Approx(10));
  CHECK(model::amount_between(logs[1].steps, 0, 20) == Approx(12));
}

TEST_CASE("of a program that uses little CPU time, only the time that it runs counts", "[model]") {
  ProgramHistory history(600);
  for (int t = 1; t <= 20; ++t) tick(history, t, 0.05, 0.01);
  const auto logs = history.logs(3);
  REQUIRE(logs.size() == 1);  // b is a part of the idle board
  CHECK(logs[0].cpu.empty());
  CHECK(model::amount_between(logs[0].running, 0, 20) == Approx(19));
}

TEST_CASE("the programs that used most are told apart, in the time that is kept", "[model]") {
  ProgramHistory history(10);
  for (int t = 1; t <= 50; ++t) tick(history, t, t < 30 ? 4 : 0, 1);
  const auto logs = history.logs(3);
  REQUIRE(logs.size() == 1);
  CHECK(logs[0].name == "b");
  CHECK(logs[0].cpu.front().start_s >= 39);
  ProgramHistory both(100);
  for (int t = 1; t <= 50; ++t) tick(both, t, 1, 2);
  REQUIRE(both.logs(1).size() == 1);
  CHECK(both.logs(1)[0].name == "b");
}

TEST_CASE("a program that executes another one stays one program, under its later name", "[model]") {
  ProgramHistory history(600);
  for (int t = 1; t <= 20; ++t) {
    history.begin_tick(t);
    history.add("7", t < 5 ? "sh 7" : "python3 7", 1);
  }
  const auto logs = history.logs(3);
  REQUIRE(logs.size() == 1);
  CHECK(logs[0].name == "python3 7");
  CHECK(model::amount_between(logs[0].running, 0, 20) == Approx(19));
}
