// SPDX-License-Identifier: Apache-2.0
#include "base/overwritten_text.hpp"

#include <vector>

#include "catch.hpp"

using namespace wattline;

namespace {

// Each text, with its depth if it has one; "..." at the end of one that is not complete.
std::vector<std::string> texts_of(const std::vector<std::string>& reads) {
  OverwrittenText split;
  std::vector<std::string> texts;
  for (const std::string& bytes : reads) {
    split.feed(bytes, [&](std::string_view text, int depth, bool complete) {
      texts.push_back((depth > 0 ? std::to_string(depth) + ":" : "") + std::string(text) + (complete ? "" : "..."));
    });
  }
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("texts end where they are written over, or with their line", "[overwritten_text]") {
  CHECK(texts_of({"a\rb\nc\r\nd"}) == Texts{"a", "b", "c", "d..."});
  CHECK(texts_of({"\ra", "b", "\rc"}) == Texts{"a...", "ab...", "ab", "c..."});
  CHECK(texts_of({"12\b\b13\n"}) == Texts{"12", "13"});
  CHECK(texts_of({"a\x1b[2Kb\x1b[1Ac\n"}) == Texts{"a", "b", "c"});
}

TEST_CASE("colours and titles are left out, also where a read ends within them", "[overwritten_text]") {
  CHECK(texts_of({"\x1b[1m12\x1b[0m/\x1b[38;5;", "237m60\x1b]0;title 1/2\a \n"}) == Texts{"12/...", "12/60 "});
  CHECK(texts_of({"\x1b]0;a\x1b\\b\n\x1b[\nc\n"}) == Texts{"b", "c"});
}

TEST_CASE("the bar of an inner loop is told by its line", "[overwritten_text]") {
  CHECK(texts_of({"\router", "\n\rinner\x1b[A", "\router\n", "line\n"}) ==
        Texts{"outer...", "outer", "1:inner", "outer", "line"});
  CHECK(texts_of({"line\n\ra", "b", "\rc"}) == Texts{"line", "ab", "c..."});
  CHECK(texts_of({"\n\n\rx\x1b[A\x1b[A"}) == Texts{"2:x"});
}

TEST_CASE("of a huge text the start counts, and of binary bytes nothing is needed", "[overwritten_text]") {
  const Texts texts = texts_of({std::string(100'000, 'x'), "\nshort\n"});
  CHECK(texts.size() == 3);
  CHECK(texts.back() == "short");
  CHECK(texts.front().size() < 5000);
  std::string all;
  for (int i = 0; i < 3 * 256; ++i) all += static_cast<char>(i * 7);
  texts_of({all, all, all});
}
