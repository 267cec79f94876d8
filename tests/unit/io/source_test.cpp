// SPDX-License-Identifier: Apache-2.0
#include "io/source.hpp"

#include "catch.hpp"

using wattline::io::joined_source;

TEST_CASE("a result of two sources is emulated if one of them is, otherwise replayed") {
  CHECK(joined_source("measured", "measured") == "measured");
  CHECK(joined_source("measured", "emulated") == "emulated");
  CHECK(joined_source("emulated", "replayed") == "emulated");
  CHECK(joined_source("replayed", "measured") == "replayed");
}

TEST_CASE("a source that is not known does not count") {
  CHECK(joined_source("", "measured") == "measured");
  CHECK(joined_source("NA", "emulated") == "emulated");
  CHECK(joined_source("measured", "NA") == "measured");
  CHECK(joined_source("NA", "NA") == "NA");
}
