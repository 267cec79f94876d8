// SPDX-License-Identifier: Apache-2.0
#include "wattop/bars.hpp"

#include <cmath>

#include "catch.hpp"
#include "wattop/styled_line.hpp"

using namespace wattline::wattop;

TEST_CASE("a bar is as long as its share") {
  CHECK(bar(0, 12, Charset::ascii) == "[          ]");
  CHECK(bar(0.5, 12, Charset::ascii) == "[|||||     ]");
  CHECK(bar(1, 12, Charset::ascii) == "[||||||||||]");
  CHECK(bar(7, 12, Charset::ascii) == "[||||||||||]");
  CHECK(bar(NAN, 12, Charset::ascii) == "[          ]");
  CHECK(bar(-1, 4, Charset::ascii) == "[  ]");
  CHECK(bar(0.5, 2, Charset::ascii).empty());
}

TEST_CASE("in UTF-8 a bar has eighths of a column") {
  CHECK(bar(0.5, 5, Charset::utf8) == "[█▌ ]");
  CHECK(columns_of(bar(0.3, 12, Charset::utf8)) == 12);
  CHECK(bar(1, 4, Charset::utf8) == "[██]");
}

TEST_CASE("a history is on a scale from 0 to its largest value, and blank where nothing is known") {
  RailView rail;
  CHECK(history_of(rail, 4, Charset::ascii) == "    ");
  for (const double second : {100.0, 110.0, 120.0}) rail.history.push_back({second, second - 100});
  CHECK(history_of(rail, 6, Charset::ascii) == "   _=#");  // ten seconds each
  rail.history.push_back({130, std::nullopt});
  CHECK(history_of(rail, 6, Charset::ascii) == "  _=# ");
  CHECK(history_of(rail, 6, Charset::utf8) == "  ▁▅█ ");
}
