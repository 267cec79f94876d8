// SPDX-License-Identifier: Apache-2.0
#include "cachestat/name_list.hpp"

#include <sys/stat.h>

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
  cachestat::read_names({tree.at("/list").string(), null, column, {}},
                        [&](const std::string& name) { names.push_back(name); });
  return names;
}

}  // namespace

TEST_CASE("a list of lines keeps its last name without a line feed", "[cachestat]") {
  CHECK(names_in("a\nb c\n\nlast", false, "") == Names{"a", "b c", "last"});
}

TEST_CASE("a byte order mark and the CR of CRLF are no part of a name, unless names end with NUL", "[cachestat]") {
  CHECK(names_in("\xef\xbb\xbf"
                 "a.jpg\r\nb\r\n\r\nlast\r",
                 false, "") == Names{"a.jpg", "b", "last"});
  CHECK(names_in(std::string("a\r\0b", 4), true, "") == Names{"a\r", "b"});
  for (const std::string mark : {"\xff\xfe", "\xfe\xff"}) {
    for (const char* column : {"", "path"}) {
      CHECK_THROWS_WITH(names_in(mark + std::string("a\0\n\0", 4), false, column),
                        Catch::Matchers::ContainsSubstring("is UTF-16"));
    }
  }
}

TEST_CASE("a line may be a quoted name, or a name and a label", "[cachestat]") {
  CHECK(cachestat::other_readings("a.jpg").empty());
  CHECK(cachestat::other_readings("").empty());
  CHECK(cachestat::other_readings("a b.jpg 3") == Names{"a b.jpg", "a"});
  CHECK(cachestat::other_readings("a.jpg\t3 dog") == Names{"a.jpg\t3", "a.jpg"});
  CHECK(cachestat::other_readings("a.jpg, 3") == Names{"a.jpg", "a.jpg"});
  CHECK(cachestat::other_readings("'a b.jpg'").front() == "a b.jpg");
  CHECK(cachestat::other_readings("\"a b.jpg\" 3").front() == "a b.jpg");
  CHECK(cachestat::other_readings(" ").empty());
}

TEST_CASE("names that end with NUL may hold line feeds", "[cachestat]") {
  CHECK(names_in(std::string("a\nb\0c", 5), true, "") == Names{"a\nb", "c"});
}

TEST_CASE("a CSV column is found by name; quotes hold separators, quotes and line ends", "[cachestat]") {
  const std::string text = "label,path\r\n1,a.jpg\r\n2,\"b,\"\"c\"\".jpg\"\n\n3,\"d\ne\"\n";
  CHECK(names_in(text, false, "path") == Names{"a.jpg", "b,\"c\".jpg", "d\ne"});
}

TEST_CASE("a quote within a CSV field and a carriage return within a name are kept", "[cachestat]") {
  CHECK(names_in("label,path\n1,7\" disk.jpg\n2,a\rb\r\n", false, "path") == Names{"7\" disk.jpg", "a\rb"});
}

TEST_CASE("a header with a TAB makes it a TSV, with the suite's escapes", "[cachestat]") {
  CHECK(names_in("path\tlabel\na\\tb,c\t1\n", false, "path") == Names{"a\tb,c"});
}

TEST_CASE("a table without the column, or with a short line, is a data error", "[cachestat]") {
  CHECK_THROWS_WITH(names_in("a,b\n", false, "path"), Catch::Matchers::ContainsSubstring("no column 'path'"));
  CHECK_THROWS_WITH(names_in("a,path\n1\n", false, "path"), Catch::Matchers::ContainsSubstring("line 2: 1 fields"));
  CHECK_THROWS_WITH(names_in("path\na\nb,c.jpg\n", false, "path"),
                    Catch::Matchers::ContainsSubstring("line 3: 2 fields"));
  CHECK_THROWS_AS(names_in("", false, "path"), Error);
}

TEST_CASE("a column name that stands twice in the header is a data error, no name is not", "[cachestat]") {
  CHECK_THROWS_WITH(names_in("path,l,path\na,1,b\n", false, "path"),
                    Catch::Matchers::ContainsSubstring("'path' appears twice"));
  CHECK_THROWS_WITH(names_in("path\tl\tpath\na\t1\tb\n", false, "path"),
                    Catch::Matchers::ContainsSubstring("'path' appears twice"));
  CHECK(names_in("path,,\na,,\n", false, "path") == Names{"a"});
}

TEST_CASE("a quote that is never closed is a data error at the line where it opened", "[cachestat]") {
  CHECK_THROWS_WITH(names_in("path,l\na,1\n\"b,2\nc,3\n", false, "path"),
                    Catch::Matchers::ContainsSubstring("line 3: no closing quote"));
}

TEST_CASE("a table may begin with the mark of UTF-8", "[cachestat]") {
  CHECK(names_in("\xef\xbb\xbfpath,l\na,1\n", false, "path") == Names{"a"});
}

TEST_CASE("names that end with NUL are not taken for one line: the first would pass for all of them", "[cachestat]") {
  CHECK_THROWS_WITH(names_in(std::string("a\0b\0", 4), false, ""),
                    Catch::Matchers::ContainsSubstring("line 1: holds a NUL"));
  CHECK_THROWS_WITH(names_in(std::string("path,l\na\0b,1\n", 13), false, "path"),
                    Catch::Matchers::ContainsSubstring("line 2: holds a NUL"));
}

TEST_CASE("what is longer than any path is a data error, however long it goes on", "[cachestat]") {
  CHECK_THROWS_WITH(names_in("a\n" + std::string(1 << 20, 'x'), false, ""),
                    Catch::Matchers::ContainsSubstring("line 2: longer than any path"));
  CHECK_THROWS_WITH(names_in("path,l\n" + std::string(2 << 20, 'x') + ",1\n", false, "path"),
                    Catch::Matchers::ContainsSubstring("more than 1 MiB"));
}

TEST_CASE("waiting for a list ends with a signal: a FIFO without a writer is no trap", "[cachestat]") {
  test::SysfsTree tree;
  tree.raw_file("/f", "");
  const std::string fifo = tree.at("/fifo").string();
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  int asked = 0;
  cachestat::read_names(
      {fifo, false, "", {}}, [](const std::string&) { FAIL("a name from nowhere"); }, [&] { return ++asked > 1; });
  CHECK(asked == 2);
}
