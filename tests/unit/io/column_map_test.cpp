// SPDX-License-Identifier: Apache-2.0
#include "io/column_map.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "catch.hpp"
#include "io/profile_table.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::io;

namespace {

std::vector<ProfileRow> rows_of(const std::string& text, const std::vector<std::string>& map) {
  test::SysfsTree tree;
  tree.raw_file("/table", text);
  TsvReader reader = TsvReader::mapped(tree.at("/table").string(), parse_column_map(map));
  const ProfileTable table = read_profiles(reader, ProfileNeeds::outcome);
  return {table.rows.begin(), table.rows.end()};
}

const std::vector<std::string> kMap{"cores=n", "cpu_mhz=f", "minibatch_ms=t*1000", "power_w=P (mW)/1000"};

}  // namespace

TEST_CASE("a factor is the number behind the last * or /, other signs are of the column's name") {
  const ColumnMap map = parse_column_map({"a=b*2.5", "c=d/4", "e=f*g", "h=i/j*1e3", "k= l m "});
  REQUIRE(map.size() == 5);
  CHECK((map[0].column == "b" && map[0].factor == 2.5));
  CHECK((map[1].column == "d" && map[1].factor == 0.25));
  CHECK((map[2].column == "f*g" && map[2].factor == 1));
  CHECK((map[3].column == "i/j" && map[3].factor == 1000));
  CHECK((map[4].name == "k" && map[4].column == " l m "));
}

TEST_CASE("a map that says nothing, or two things, is refused") {
  for (const char* text : {"", "a", "=a", "a=", "a=b*0", "a=b*-1", "a=b/0"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_column_map({text}), Error);
  }
  CHECK_THROWS_AS(parse_column_map({"a=b", "a=c"}), Error);
  CHECK_THROWS_AS(parse_column_map({"a=b", "c=b"}), Error);
}

TEST_CASE("tables with tabs, semicolons and commas are read under the mapped names") {
  for (const char separator : {'\t', ';', ','}) {
    std::string text = "n|f|gpu_mhz|emc_mhz|\"t\"|P (mW)\n4|1200|900|2133| 0.05 |\"9000\"\n";
    std::replace(text.begin(), text.end(), '|', separator);
    const auto rows = rows_of(text, kMap);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].mode == PowerMode{4, 1200000, 900000000, 2133000000});
    CHECK(rows[0].minibatch_ms == Approx(50));
    CHECK(rows[0].power_w == Approx(9));
  }
}

TEST_CASE("a missing column is passed over only if the table has the name itself") {
  const std::string text = "cores\tcpu_mhz\tgpu_mhz\temc_mhz\tminibatch_ms\tpower_w\n4\t1200\t900\t2133\t50\t9\n";
  CHECK(rows_of(text, kMap).at(0).minibatch_ms == 50);
  CHECK_THROWS_WITH(rows_of(text, {"batch=size"}), Catch::Matchers::ContainsSubstring("no column 'size'"));
  CHECK_THROWS_AS(rows_of(text, {"cores=cpu_mhz"}), Error);  // then two columns would be cores
}
