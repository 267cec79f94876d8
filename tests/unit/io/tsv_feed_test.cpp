// SPDX-License-Identifier: Apache-2.0
#include "io/tsv_feed.hpp"

#include <unistd.h>

#include "base/error.hpp"
#include "catch.hpp"

using namespace wattline;

namespace {

struct FeedPipe {
  int ends[2];
  FeedPipe() { REQUIRE(::pipe(ends) == 0); }
  ~FeedPipe() {
    ::close(ends[0]);
    finish();
  }
  void write(const std::string& text) {
    REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  void finish() {
    if (ends[1] >= 0) ::close(ends[1]);
    ends[1] = -1;
  }
};

}  // namespace

TEST_CASE("a row comes out once its line feed is there, not before") {
  FeedPipe pipe;
  io::TsvFeed feed("rows");
  CHECK_FALSE(io::readable(pipe.ends[0]));
  pipe.write("a\tb\n1\t");
  CHECK(io::readable(pipe.ends[0]));
  CHECK(feed.pump(pipe.ends[0]));
  CHECK_FALSE(feed.next());
  REQUIRE(feed.has_header());
  pipe.write("2\n3\tNA\n4");
  CHECK(feed.pump(pipe.ends[0]));
  REQUIRE(feed.next());
  CHECK(feed.required_number(feed.require("b")) == 2);
  CHECK(feed.line() == "1\t2");
  REQUIRE(feed.next());
  CHECK_FALSE(feed.number(1));
  CHECK_THROWS_AS(feed.required_number(1), Error);
  pipe.finish();
  CHECK_FALSE(feed.pump(pipe.ends[0]));
  CHECK_FALSE(feed.next());
  CHECK(feed.torn());
}

TEST_CASE("a row of another width and a text for a number are refused with their line") {
  FeedPipe pipe;
  io::TsvFeed feed("rows");
  pipe.write("a\tb\n1\tx\n1\t2\t3\n");
  feed.pump(pipe.ends[0]);
  REQUIRE(feed.next());
  CHECK_THROWS_WITH(feed.number(1), "rows: line 2: b is 'x': not a number");
  CHECK_THROWS_WITH(feed.next(), "rows: line 3: 3 fields, but the header has 2");
  CHECK_THROWS_AS(feed.require("c"), Error);
}

TEST_CASE("text around rows is counted and passed over where it is allowed") {
  io::TsvFeed feed("rows");
  feed.pass_text(true);
  feed.append("loading\tdata\n\nstart_mono_s\tend_mono_s\nepoch 0 loss 3.1\n1\t2\na\tb\tc\n\n2\t3\n");
  REQUIRE(feed.next());
  CHECK(feed.line() == "1\t2");
  CHECK(feed.line_number() == 5);
  REQUIRE(feed.next());
  CHECK(feed.line() == "2\t3");
  CHECK_FALSE(feed.next());
  CHECK(feed.text().count == 3);
  CHECK(feed.text().first_number == 1);
  CHECK(feed.text().first == "loading\tdata");
}

TEST_CASE("a broken row is not text") {
  io::TsvFeed feed("rows");
  feed.pass_text(true);
  feed.append("start_mono_s\tend_mono_s\tepoch\n1\t2\t0\n2\t3\n");
  REQUIRE(feed.next());
  CHECK_THROWS_WITH(feed.next(), "rows: line 3: 2 fields, but the header has 3");
}

TEST_CASE("a second header among rows and text is refused, with other columns, too") {
  for (const std::string header : {"start_mono_s\tend_mono_s", "mono_s\tlabel\tkind"}) {
    io::TsvFeed feed("rows");
    feed.pass_text(true);
    feed.append("start_mono_s\tend_mono_s\n1\t2\n" + header + "\n");
    REQUIRE(feed.next());
    CHECK_THROWS_AS(feed.next(), Error);
  }
}

TEST_CASE("in text without a header, the line most like one is taken for it at the end, or after a thousand lines") {
  io::TsvFeed feed("rows");
  feed.pass_text(true);
  feed.append("loading\nbegin\tend\n1\t2\n");
  CHECK_FALSE(feed.next());
  CHECK_FALSE(feed.has_header());
  feed.end_header();
  CHECK(feed.names() == std::vector<std::string>{"begin", "end"});
  io::TsvFeed endless("rows");
  endless.pass_text(true);
  for (int i = 0; i <= 1000; ++i) endless.append("loss " + std::to_string(i) + "\n");
  CHECK_FALSE(endless.next());
  CHECK(endless.names() == std::vector<std::string>{"loss 1000"});
}
