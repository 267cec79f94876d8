// SPDX-License-Identifier: Apache-2.0
#include "io/json_text.hpp"

#include "catch.hpp"

using namespace wattline::io;

namespace {

std::string json(std::string_view text) {
  std::string target = "x";
  append_json_string(target, text);
  return target.substr(1);
}

}  // namespace

TEST_CASE("a JSON string escapes quotes, backslashes and control characters, and nothing else") {
  CHECK(json("") == "\"\"");
  CHECK(json("VDD_IN/ caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80") ==
        "\"VDD_IN/ caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\"");
  CHECK(json("a\"b\\c") == R"("a\"b\\c")");
  CHECK(json("a\tb\nc\rd") == R"("a\tb\nc\rd")");
  CHECK(json(std::string_view("\0\x01\x1F\x7F", 4)) == "\"\\u0000\\u0001\\u001f\x7F\"");
}

TEST_CASE("a byte that is part of no character becomes U+FFFD in a JSON string") {
  CHECK(json("a\xFF"
             "b") ==
        "\"a\xEF\xBF\xBD"
        "b\"");
  CHECK(json("\xE2\x82") == "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
  CHECK(json("\xED\xA0\x80") == "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST_CASE("numbers are told from texts that only look like one") {
  for (const char* number : {"0", "-0", "5", "-12", "0.5", "1.250", "1e5", "1E-05", "2.5e+3"}) {
    INFO(number);
    CHECK(is_json_number(number));
  }
  for (const char* text : {"", "-", "+1", ".5", "1.", "007", "-01", "1e", "1e+", "1 ", " 1", "0x10", "nan", "inf",
                           "NaN", "1,5", "1.5.2", "--1", "NA"}) {
    INFO(text);
    CHECK_FALSE(is_json_number(text));
  }
}
