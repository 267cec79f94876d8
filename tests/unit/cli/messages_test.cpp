// SPDX-License-Identifier: Apache-2.0
#include "cli/messages.hpp"

#include "catch.hpp"

using namespace wattline::cli;

TEST_CASE("the error of a tool is found among its messages, a hint is not taken for it") {
  CHECK(error_in("pmode: warning: slow\npmode: error: 4c: not a mode\npmode: hint: see pmode list\n") ==
        "4c: not a mode");
  CHECK(error_in("error: alone\n") == "alone");
}

TEST_CASE("of another program the last line on stderr is the error") {
  CHECK(error_in("starting\n  out of memory \n\n") == "out of memory");
  CHECK(error_in("").empty());
}

TEST_CASE("warnings are found in order") {
  CHECK(warnings_in("pmode: warning: a\npmode: b\npmode: warning: c\n") == std::vector<std::string>{"a", "c"});
}
