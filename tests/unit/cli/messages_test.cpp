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

TEST_CASE("a message shows what a terminal would act on") {
  CHECK(printable("data/epoch 1.tsv: caf\xC3\xA9 \\ \xE2\x82\xAC \xF0\x9F\x98\x80") ==
        "data/epoch 1.tsv: caf\xC3\xA9 \\ \xE2\x82\xAC \xF0\x9F\x98\x80");
  CHECK(printable("a\nb\tc\rd") == "a\\nb\\tc\\rd");
  CHECK(printable("\x1B[2J\x07\x7F") == "\\x1b[2J\\x07\\x7f");
  CHECK(printable(std::string_view("a\0b", 3)) == "a\\x00b");
  CHECK(printable("\xC2\x9B"
                  "1m") == "\\xc2\\x9b1m");  // CSI as one character
  CHECK(printable("\x9B"
                  "1m\xFF\xE2\x82") == "\\x9b1m\\xff\\xe2\\x82");  // and where bytes are characters
  CHECK(printable("\xC0\x8A\xE0\x80\x8A\xED\xA0\x80\xF4\x90\x80\x80").find('\x8A') == std::string::npos);
}
