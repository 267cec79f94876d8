// SPDX-License-Identifier: Apache-2.0
#include "io/tsv.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

#include "base/error.hpp"
#include "catch.hpp"
#include "io/training_rows.hpp"
#include "io/tsv_reader.hpp"
#include "row_rules.hpp"

using namespace wattline;
using namespace wattline::io;

namespace {

const RowKind kTsvKind{"test", {{"name", "", 0, ""}, {"power_w", "W", 3, ""}, {"count", "1", 0, ""}}};

// A reader over a text, through a pipe.
TsvReader reading(const std::string& text) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  return TsvReader(Fd(ends[0]), "input");
}

}  // namespace

TEST_CASE("the header comes at once, rows have fixed decimals, what is missing is NA") {
  std::string text;
  Output out = Output::to_string(text);
  TsvWriter writer(out, kTsvKind);
  CHECK(text == "name\tpower_w\tcount\n");
  writer.text("a\tb\\").number(1.0 / 3).integer(7).end_row();
  writer.text("c").number(std::numeric_limits<double>::quiet_NaN()).missing().end_row();
  writer.text("d").number(-0.0001).integer(std::optional<std::int64_t>()).end_row();
  CHECK(text == "name\tpower_w\tcount\na\\tb\\\\\t0.333\t7\nc\tNA\tNA\nd\t0.000\tNA\n");
}

TEST_CASE("numbers are the decimals that printf writes, whatever their size") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-8, 16), sign(-1, 1);
  std::string text, expected;
  Output out = Output::to_string(text);
  TsvWriter writer(out, kTsvKind, {{}, {"power_w"}, false});
  const auto check = [&](double value) {
    writer.text("").number(value).integer(0).end_row();
    char line[64];
    std::snprintf(line, sizeof line, "%.3f\n", value);
    expected += std::string(line) == "-0.000\n" ? "0.000\n" : line;
  };
  for (int i = 0; i < 20000; ++i) check(std::copysign(std::pow(10, exponent(random)), sign(random)));
  for (int i = -4000; i <= 4000; ++i) check(i / 2000.0);  // ties among them
  for (const double value : {1e40, -1e18, 0.9995, 999999999.9995, 1.0005, -0.0005}) check(value);
  CHECK(text == expected);
}

TEST_CASE("times are rounded from their nanoseconds, integers have no limit") {
  std::string text;
  Output out = Output::to_string(text);
  const RowKind kind{"test", {{"a_s", "s", 6, ""}, {"b_s", "s", 3, ""}, {"c", "1", 0, ""}}};
  TsvWriter writer(out, kind);
  writer.seconds(1'700'000'000'123'456'500).seconds(999'500).integer(-5).end_row();
  writer.seconds(499).seconds(-1'500'000).integer(std::numeric_limits<std::int64_t>::min()).end_row();
  CHECK(text.substr(text.find('\n') + 1) == "1700000000.123457\t0.001\t-5\n0.000000\t-0.002\t-9223372036854775808\n");
}

TEST_CASE("columns are chosen and ordered, tags stand in front") {
  std::string text;
  Output out = Output::to_string(text);
  WriterOptions options;
  options.columns = {"count", "name"};
  options.tags = {{"board", "nano"}};
  TsvWriter writer(out, kTsvKind, options);
  writer.text("a").number(1.0).integer(2).end_row();
  CHECK(text == "board\tcount\tname\nnano\t2\ta\n");
  options.columns = {"watts"};
  CHECK_THROWS_AS(TsvWriter(out, kTsvKind, options), Error);
}

TEST_CASE("a row with a field too few or too many is a bug that is caught") {
  std::string text;
  Output out = Output::to_string(text);
  TsvWriter writer(out, kTsvKind);
  writer.text("a");
  CHECK_THROWS_AS(writer.end_row(), std::logic_error);
  writer.number(1).integer(1);
  CHECK_THROWS_AS(writer.integer(1), std::logic_error);
}

TEST_CASE("rows are read by column name, NA is empty") {
  TsvReader reader = reading("power_w\tname\n1.5\tx\nNA\ty\n");
  const auto power = reader.require("power_w");
  REQUIRE(reader.next());
  CHECK(reader.number(power) == 1.5);
  CHECK(reader.field(reader.require("name")) == "x");
  REQUIRE(reader.next());
  CHECK_FALSE(reader.number(power));
  CHECK_THROWS_AS(reader.required_number(power), Error);
  CHECK_FALSE(reader.next());
  CHECK_THROWS_WITH(reader.require("energy_j"), Catch::Matchers::ContainsSubstring("energy_j"));
}

TEST_CASE("a torn last line is dropped, any other malformed line is refused with its number") {
  TsvReader torn = reading("a\tb\n1\t2\n3\t");
  CHECK(torn.next());
  CHECK_FALSE(torn.next());
  CHECK(torn.torn());
  TsvReader malformed = reading("a\tb\n1\t2\n3\n");
  CHECK(malformed.next());
  CHECK_THROWS_WITH(malformed.next(), Catch::Matchers::ContainsSubstring("line 3"));
  TsvReader words = reading("a\nfast\n");
  CHECK(words.next());
  CHECK_THROWS_WITH(words.number(0),
                    Catch::Matchers::ContainsSubstring("line 2") && Catch::Matchers::ContainsSubstring("fast"));
}

TEST_CASE("another header line is called so") {
  const auto refusal = [](const std::string& text) {
    TsvReader reader = reading(text);
    try {
      while (reader.next()) reader.required_number(1);
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::data);
      return std::string(error.what()) + "; " + error.hint();
    }
    return std::string("not refused");
  };
  const std::string advice = "a table has one header line; mlr joins tables, cat does not";
  CHECK(refusal("a\tb\n1\t2\na\tb\n3\t4\n") == "input: line 3: another header line; " + advice);
  CHECK(refusal("a\tb\n1\t2\nboard\ta\tb\n") == "input: line 3: another header line; " + advice);
  CHECK(refusal("a\tb\n1\t2\nc\ta\n3\t4\n") == "input: line 3: b is 'a': not a number; " + advice);
  CHECK(refusal("a\tb\n1\t2\n1\tc\n") == "input: line 3: b is 'c': not a number; ");
  CHECK(refusal("a\tb\n1\t2\n1\n") == "input: line 3: 1 fields, but the header has 2; ");
}

TEST_CASE("CRLF and a byte order mark are no part of names and fields") {
  TsvReader reader = reading(
      "\xEF\xBB\xBF"
      "a\tb\r\n1\t\xEF\xBB\xBFx\r\n");
  CHECK(reader.names() == std::vector<std::string>{"a", "b"});
  REQUIRE(reader.next());
  CHECK(reader.field(1) == "\xEF\xBB\xBFx");
}

TEST_CASE("a name that stands twice is refused, read or written") {
  CHECK_THROWS_WITH(reading("a\tb\ta\n"), Catch::Matchers::ContainsSubstring("'a' appears twice"));
  const auto status_of = [](const RowKind& kind, const WriterOptions& options) {
    try {
      header_line(kind, options);
    } catch (const Error& error) {
      return to_int(error.code());
    }
    return 0;
  };
  CHECK(status_of(kTsvKind, {{{"board", "x"}}, {"count", "name"}, true}) == 0);
  CHECK(status_of(kTsvKind, {{{"count", "x"}}, {"name"}, true}) == 64);
  CHECK(status_of(kTsvKind, {{{"a", "x"}, {"a", "y"}}, {}, true}) == 64);
  CHECK(status_of(kTsvKind, {{}, {"name", "name"}, true}) == 64);
  CHECK(status_of({"test", {{"a", "", 0, ""}, {"a", "", 0, ""}}}, {}) == 65);
}

TEST_CASE("an empty input has no header") {
  CHECK_THROWS_AS(reading(""), Error);
}

TEST_CASE("clock columns are found by stem and converted by their unit") {
  CHECK(find_clock(reading("cpu_khz\tgpu_hz\n"), "cpu")->hz_per_unit == 1e3);
  CHECK(find_clock(reading("cpu_mhz\n"), "cpu")->hz_per_unit == 1e6);
  CHECK_FALSE(find_clock(reading("cpu_pct\n"), "cpu"));
}

TEST_CASE("escaped fields come back unchanged") {
  const std::string hostile = "a\tb\nc\rd\\e\\n";
  CHECK(unescape_field(escape_field(hostile)) == hostile);
}

TEST_CASE("every row kind ends with source or has none, and no name occurs twice") {
  for (const RowKind* kind : {&step_rows(), &epoch_rows(), &run_summary_rows()}) {
    test::check_row_rules(*kind);
  }
}

TEST_CASE("what a program prints around its rows is passed over in a pipe, but not in a file of rows") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const std::string text = "epoch 0\nmono_s\tlabel\nloss 3.1\n1\ta\n";
  REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  TsvReader reader = TsvReader::printed(Fd(ends[0]), "input");
  REQUIRE(reader.next());
  CHECK(reader.field(1) == "a");
  CHECK_FALSE(reader.next());
  CHECK(reader.text().count == 2);
  CHECK(reader.text().first == "epoch 0");
  CHECK_THROWS_AS(reading(text).next(), Error);
}
