// SPDX-License-Identifier: Apache-2.0
// Rows as JSON Lines.
#include <unistd.h>

#include <limits>

#include "base/error.hpp"
#include "catch.hpp"
#include "io/training_rows.hpp"
#include "io/tsv.hpp"
#include "io/tsv_feed.hpp"
#include "io/tsv_reader.hpp"
#include "refusal.hpp"

using namespace wattline;
using namespace wattline::io;

namespace {

const RowKind kJsonKind{"test", {{"name", "", 0, ""}, {"power_w", "W", 3, ""}, {"count", "1", 0, ""}}};

// A writer of JSON into a string.
struct Json {
  explicit Json(RowKind kind = kJsonKind, WriterOptions options = {})
      : out(Output::to_string(text)), writer(out, kind, as_json(std::move(options))) {}
  static WriterOptions as_json(WriterOptions options) {
    options.format = RowFormat::jsonl;
    return options;
  }
  std::string text;
  Output out;
  TsvWriter writer;
};

Fd pipe_with(const std::string& text) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  return Fd(ends[0]);
}

}  // namespace

TEST_CASE("a JSON row is one object per line, without a header, with the decimals of TSV, and NA is null") {
  Json json;
  CHECK(json.text.empty());
  CHECK(json.writer.header().empty());
  json.writer.text("a\tb\\\"").number(1.0 / 3).integer(7).end_row();
  json.writer.text("NA").number(std::numeric_limits<double>::quiet_NaN()).missing().end_row();
  json.writer.text("").number(-0.0001).integer(std::optional<std::int64_t>()).end_row();
  CHECK(json.text == R"({"name":"a\tb\\\"","power_w":0.333,"count":7}
{"name":null,"power_w":null,"count":null}
{"name":"","power_w":0.000,"count":null}
)");
}

TEST_CASE("the unit of its column decides whether a JSON value is a number or a string") {
  Json json({"test", {{"id", "", 0, ""}, {"share", "", 2, ""}, {"at_s", "s", 6, ""}, {"min", "unit", 0, ""}}});
  json.writer.integer(5).number(0.5).seconds(1'500'000'000).integer(-3).end_row();
  json.writer.text("12").raw("1.50").text("2.500000").raw("7").end_row();
  CHECK(json.text == R"({"id":"5","share":"0.50","at_s":1.500000,"min":-3}
{"id":"12","share":"1.50","at_s":2.500000,"min":7}
)");
}

TEST_CASE("a text in a JSON column of numbers is a number only where JSON can write it so") {
  Json json({"test", {{"epoch", "1", 0, ""}}});
  for (const char* field : {"3", "1e5", "NA", "warm-up", "007", "nan", "+1", ""}) json.writer.raw(field).end_row();
  CHECK(json.text ==
        "{\"epoch\":3}\n{\"epoch\":1e5}\n{\"epoch\":null}\n{\"epoch\":\"warm-up\"}\n{\"epoch\":\"007\"}\n"
        "{\"epoch\":\"nan\"}\n{\"epoch\":\"+1\"}\n{\"epoch\":\"\"}\n");
}

TEST_CASE("JSON tags are strings in front, and columns are chosen and ordered") {
  WriterOptions options;
  options.columns = {"count", "name"};
  options.tags = {{"run", "3"}, {"note", "a\"b"}, {"board", "NA"}};
  Json json(kJsonKind, options);
  json.writer.text("x").number(1.0).integer(2).end_row();
  CHECK(json.text == "{\"run\":\"3\",\"note\":\"a\\\"b\",\"board\":null,\"count\":2,\"name\":\"x\"}\n");
  CHECK(test::refusal_of([] { Json(kJsonKind, {{}, {"watts"}}); }) == ExitCode::usage);
  CHECK(test::refusal_of([] { Json(kJsonKind, {{{"count", "1"}}, {}}); }) == ExitCode::usage);
}

TEST_CASE("what was escaped as TSV is not escaped twice in JSON") {
  Json json({"test", {{"a\\tb", "", 0, ""}}});
  json.writer.raw("x\\ty\\\\z\\nq").end_row();
  CHECK(json.text == "{\"a\\tb\":\"x\\ty\\\\z\\nq\"}\n");
}

TEST_CASE("JSON rows wait in the buffer as whole lines") {
  Json json;
  json.writer.buffer(1000);
  json.writer.text("a").number(1.0).integer(1).end_row();
  json.writer.text("b").number(1.0);
  json.writer.flush();
  CHECK(json.text == "{\"name\":\"a\",\"power_w\":1.000,\"count\":1}\n");
  json.writer.integer(2).end_row();
  json.writer.flush_at_once();
  CHECK(json.text.substr(json.text.find('\n') + 1) == "{\"name\":\"b\",\"power_w\":1.000,\"count\":2}\n");
}

TEST_CASE("a file of rows begins with the header line, or with an object") {
  CHECK(start_of_rows(kJsonKind, {}) == "name\tpower_w\tcount\n");
  CHECK(start_of_rows(kJsonKind, Json::as_json({})) == "{");
}

TEST_CASE("a column that a tool copies has the type of the step or epoch column of its name") {
  CHECK(carried_column("epoch").unit == "1");
  CHECK(carried_column("step_ms").unit == "ms");
  CHECK(carried_column("images_per_s").unit == "1/s");
  CHECK(carried_column("phase").unit.empty());
  CHECK(carried_column("run").unit.empty());
}

TEST_CASE("rows in JSON are refused by name where TSV is read") {
  const std::string json = "{\"mono_s\":1.5,\"rail\":\"TOTAL\"}\n";
  const std::string refusal = "input: holds rows in JSON, and only TSV can be read";
  CHECK_THROWS_WITH(TsvReader(pipe_with(json), "input"), refusal);
  CHECK_THROWS_WITH(TsvReader(pipe_with("\xEF\xBB\xBF" + json), "input"), refusal);
  CHECK(test::refusal_of([&] { TsvReader(pipe_with(json), "input"); }) == ExitCode::data);
  TsvFeed feed("input");
  const Fd fd = pipe_with(json);
  REQUIRE(feed.pump(fd.get()));
  CHECK_THROWS_WITH(feed.next(), refusal);
}
