// SPDX-License-Identifier: Apache-2.0
#include "base/parse.hpp"

#include <type_traits>
#include <utility>

#include "catch.hpp"

using namespace wattline;

namespace {

// Whether split() and split_blanks() take a `Text`.
template <class Text, class = void>
constexpr bool kSplits = false;
template <class Text>
constexpr bool kSplits<
    Text, std::void_t<decltype(split(std::declval<Text>(), ',')), decltype(split_blanks(std::declval<Text>()))>> = true;

}  // namespace

TEST_CASE("parts are views, and a temporary string has none") {
  CHECK(split("a,,b", ',') == std::vector<std::string_view>{"a", "", "b"});
  CHECK(split_blanks("  a  b ") == std::vector<std::string_view>{"a", "b"});
  STATIC_REQUIRE(kSplits<const std::string&>);
  STATIC_REQUIRE(kSplits<std::string_view>);
  STATIC_REQUIRE_FALSE(kSplits<std::string>);
}

TEST_CASE("an integer must fill the whole text") {
  CHECK(to_int64("42") == 42);
  CHECK(to_int64("-7") == -7);
  for (const char* text : {"", " 42", "42 ", "4x", "0x10", "99999999999999999999"}) CHECK_FALSE(to_int64(text));
}

TEST_CASE("decimals are read the same in every locale and to the last digit") {
  CHECK(to_double("1732100000.123456") == 1732100000.123456);
  CHECK(to_double("-0.25") == -0.25);
  CHECK(to_double("5") == 5.0);
  CHECK(to_double("1e3") == 1000.0);
  CHECK(to_double("12345678901234567890.5") == 12345678901234567890.5);
  for (const char* text : {"", "-", ".", "nan", "inf", "0x1p3", "1,5", "1.2.3", "5 ", "1e999", "-1e999"})
    CHECK_FALSE(to_double(text));
}

TEST_CASE("kernel CPU lists are read and written") {
  CHECK(parse_cpu_list("0-3,8-11\n") == std::vector<int>{0, 1, 2, 3, 8, 9, 10, 11});
  CHECK(parse_cpu_list("") == std::vector<int>{});
  CHECK(format_cpu_list({0, 1, 2, 3, 8}) == "0-3,8");
  CHECK(format_cpu_list({}).empty());
  for (const char* text : {"3-1", "a", "1-", "0-99999999"}) CHECK_FALSE(parse_cpu_list(text));
}

TEST_CASE("a typing slip finds its name, nonsense finds none") {
  const std::vector<std::string> rails{"VDD_IN", "VDD_SOC", "VDD_CPU_GPU_CV"};
  CHECK(nearest_name("VDDIN", rails) == "VDD_IN");
  CHECK(nearest_name("power", rails).empty());
  CHECK(nearest_name("", rails).empty());
  CHECK(nearest_name("resnet", {"lenet", "resnet18", "resnet50"}) == "resnet18");  // lenet is nearer
}

TEST_CASE("only letters of ASCII have a lower case", "[parse]") {
  CHECK(to_lower("MHz I 5") == "mhz i 5");
  CHECK(to_lower("\u00c4\u0130W") == "\u00c4\u0130w");
  CHECK(to_lower("").empty());
}
