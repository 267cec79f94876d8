// SPDX-License-Identifier: Apache-2.0
#include "wattop/viewer.hpp"

#include "catch.hpp"
#include "wattop_rows.hpp"

using namespace wattline;
using namespace wattline::wattop;
using Catch::Matchers::ContainsSubstring;
using test::a_board;
using test::a_power_row;
using test::text_of;

namespace {

PageLook with_keys() {
  PageLook look;
  look.keys = true;
  return look;
}

}  // namespace

TEST_CASE("q quits, and an unknown key does nothing") {
  BoardModel model = a_board();
  Viewer viewer(model, with_keys());
  const std::string before = text_of(viewer.lines());
  viewer.press('x');
  CHECK(text_of(viewer.lines()) == before);
  CHECK_FALSE(viewer.wants_to_quit());
  viewer.press('q');
  CHECK(viewer.wants_to_quit());
}

TEST_CASE("r counts joules from now on") {
  BoardModel model = a_board();
  Viewer viewer(model, with_keys());
  CHECK_THAT(text_of(viewer.lines()), ContainsSubstring("energy   10.0 J"));
  viewer.press('r');
  CHECK_THAT(text_of(viewer.lines()), ContainsSubstring("energy   NA: two readings are needed"));
}

TEST_CASE("space pauses the screen, while rows are read on") {
  BoardModel model = a_board();
  Viewer viewer(model, with_keys());
  viewer.press(' ');
  model.take(a_power_row(2, "TOTAL", 77));
  CHECK_THAT(text_of(viewer.lines()), ContainsSubstring(" 10.00 W") && ContainsSubstring("space go on"));
  viewer.press(' ');
  CHECK_THAT(text_of(viewer.lines()), ContainsSubstring(" 77.00 W") && ContainsSubstring("space pause"));
}

TEST_CASE("s, P, N and B choose the order of the rails") {
  BoardModel model = a_board();
  Viewer viewer(model, with_keys());
  for (const auto& [key, order] : {std::pair('s', "power"), std::pair('s', "name"), std::pair('s', "board"),
                                   std::pair('P', "power"), std::pair('N', "name"), std::pair('B', "board")}) {
    viewer.press(key);
    CHECK_THAT(text_of(viewer.lines()), ContainsSubstring(std::string("s sort: ") + order));
  }
}

TEST_CASE("g shows control groups in place of process groups, and these again") {
  BoardModel model = a_board();
  model.take(wattop::ProgramSample{{1001, 1}, true, false, "train.py 42", "train.py 42", 1.5, "measured"});
  model.take(wattop::ProgramSample{{1001, 1}, false, false, "trainer", "trainer", 1.4, "measured"});
  for (const auto unit : {ProgramUnit::processes, ProgramUnit::groups}) model.divide_power(unit);
  Viewer viewer(model, with_keys());
  for (const char* const name : {"trainer", "train.py 42"}) {
    viewer.press('g');
    CHECK_THAT(text_of(viewer.lines()), ContainsSubstring(name));
  }
}

TEST_CASE("h shows the help until the next key, and a new size is kept to") {
  BoardModel model = a_board();
  Viewer viewer(model, with_keys());
  viewer.press('h');
  CHECK_THAT(text_of(viewer.lines()), ContainsSubstring("this help"));
  viewer.press('h');
  CHECK_THAT(text_of(viewer.lines()), ContainsSubstring("EMC"));
  viewer.resize(40, 5);
  CHECK(viewer.lines().size() == 5);
}
