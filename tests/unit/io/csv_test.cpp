// SPDX-License-Identifier: Apache-2.0
#include "io/csv.hpp"

#include "catch.hpp"

using namespace wattline;
using Fields = std::vector<std::string>;

TEST_CASE("a quoted field keeps separators, doubled quotes and line ends") {
  io::CsvRecord record;
  CHECK(record.add("a,\"b,c\",\"say \"\"no\"\"\",\r"));
  CHECK(record.fields() == Fields{"a", "b,c", "say \"no\"", ""});
  CHECK_FALSE(record.add("1,\"two"));
  CHECK(record.add("lines\",3"));
  CHECK(record.fields() == Fields{"1", "two\nlines", "3"});
  CHECK(record.add(""));
  CHECK(record.fields() == Fields{""});
}

TEST_CASE("a quote within a field is a character, and so is a carriage return that ends no line") {
  io::CsvRecord record;
  CHECK(record.add("7\" disk,a\rb,\"c\"\r"));
  CHECK(record.fields() == Fields{"7\" disk", "a\rb", "c"});
}

TEST_CASE("the separator may be another one") {
  io::CsvRecord record(';');
  CHECK(record.add("1,5;\"2;5\""));
  CHECK(record.fields() == Fields{"1,5", "2;5"});
}
