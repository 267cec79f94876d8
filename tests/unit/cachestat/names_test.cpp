// SPDX-License-Identifier: Apache-2.0
#include "cachestat/names.hpp"

#include "base/error.hpp"
#include "catch.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using cachestat::NameList;
using Names = std::vector<std::string>;

namespace {

Names names_in(const std::string& text, bool null, const std::string& column) {
  test::SysfsTree tree;
  tree.raw_file("/list", text);
  Names names;
  cachestat::read_names({tree.at("/list").string(), null, column},
                        [&](const std::string& name) { names.push_back(name); });
  return names;
}

}  // namespace

TEST_CASE("a list of lines keeps its last name without a line feed", "[cachestat]") {
  CHECK(names_in("a\nb c\n\nlast", false, "") == Names{"a", "b c", "last"});
}

TEST_CASE("names that end with NUL may hold line feeds", "[cachestat]") {
  CHECK(names_in(std::string("a\nb\0c", 5), true, "") == Names{"a\nb", "c"});
}

TEST_CASE("a CSV column is found by name; quotes hold separators, quotes and line ends", "[cachestat]") {
  const std::string text = "label,path\r\n1,a.jpg\r\n2,\"b,\"\"c\"\".jpg\"\n\n3,\"d\ne\"\n";
  CHECK(names_in(text, false, "path") == Names{"a.jpg", "b,\"c\".jpg", "d\ne"});
}

TEST_CASE("a header with a TAB makes it a TSV, with the suite's escapes", "[cachestat]") {
  CHECK(names_in("path\tlabel\na\\tb,c\t1\n", false, "path") == Names{"a\tb,c"});
}

TEST_CASE("a table without the column, or with a short line, is a data error", "[cachestat]") {
  CHECK_THROWS_WITH(names_in("a,b\n", false, "path"), Catch::Matchers::Contains("no column 'path'"));
  CHECK_THROWS_WITH(names_in("a,path\n1\n", false, "path"), Catch::Matchers::Contains("line 2"));
  CHECK_THROWS_AS(names_in("", false, "path"), Error);
}
