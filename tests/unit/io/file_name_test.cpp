// SPDX-License-Identifier: Apache-2.0
#include "io/file_name.hpp"

#include "catch.hpp"

using namespace wattline;

TEST_CASE("a suffix begins at the last dot of a file's name") {
  CHECK(io::file_suffix("a/b.tar.gz") == ".gz");
  CHECK(io::file_stem("a/b.tar.gz") == "b.tar");
  CHECK(io::file_suffix("a.d/b").empty());
  CHECK(io::file_stem("a.d/b") == "b");
  CHECK(io::file_suffix("").empty());
  CHECK(io::file_stem("x") == "x");
}
