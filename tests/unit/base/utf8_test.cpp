// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

#include "catch.hpp"

using namespace wattline;

TEST_CASE("characters of one to four bytes have their size") {
  CHECK(utf8_size("a") == 1);
  CHECK(utf8_size(std::string_view("\0", 1)) == 1);
  CHECK(utf8_size("\xC3\xA9x") == 2);
  CHECK(utf8_size("\xE2\x82\xAC") == 3);
  CHECK(utf8_size("\xEF\xBF\xBD") == 3);
  CHECK(utf8_size("\xF0\x9F\x98\x80") == 4);
  CHECK(utf8_size("\xF4\x8F\xBF\xBF") == 4);
}

TEST_CASE("bytes that are no character have none") {
  CHECK(utf8_size("") == 0);
  for (const char* bytes : {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xF5\x80\x80\x80", "\xFF"}) {
    CHECK(utf8_size(bytes) == 0);
  }
  for (const char* cut_off : {"\xC3", "\xE2\x82", "\xE2\x82z", "\xF0\x9F\x98"}) CHECK(utf8_size(cut_off) == 0);
  for (const char* overlong : {"\xE0\x80\x8A", "\xF0\x80\x80\x8A"}) CHECK(utf8_size(overlong) == 0);
  CHECK(utf8_size("\xED\xA0\x80") == 0);      // a surrogate
  CHECK(utf8_size("\xF4\x90\x80\x80") == 0);  // above U+10FFFF
}

TEST_CASE("each byte that is part of no character is replaced, and nothing else") {
  const std::string mark = "\xEF\xBF\xBD";
  CHECK(valid_utf8("").empty());
  CHECK(valid_utf8("caf\xC3\xA9\t\x01") == "caf\xC3\xA9\t\x01");
  CHECK(valid_utf8("a\xFF"
                   "b") == "a" + mark + "b");
  CHECK(valid_utf8("\xE2\x82") == mark + mark);
  CHECK(valid_utf8("\xED\xA0\x80") == mark + mark + mark);
}
