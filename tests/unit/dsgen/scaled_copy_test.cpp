// SPDX-License-Identifier: Apache-2.0
#include "dsgen/scaled_copy.hpp"

#include "base/error.hpp"
#include "catch.hpp"
#include "io/filesystem.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;

namespace {

// A set below /from, scaled to /to.
struct Set : test::SysfsTree {
  std::string at(const std::string& name) const { return root().directory().string() + name; }
  std::vector<std::string> scale(double factor) {
    std::vector<std::string> made;
    dsgen::scale_set({at("/from"), at("/to"), factor},
                     [&](const std::string& name, std::int64_t) { made.push_back(name); });
    return made;
  }
};

}  // namespace

TEST_CASE("rows follow the copies wherever the table has its image_id") {
  Set set;
  set.raw_file("/from/x.jpg", "x").raw_file("/from/y.jpg", "y");
  set.raw_file("/from/first.csv", "image_id,class\nx,0\ny.jpg,1\n");
  set.raw_file("/from/last.csv", "class,image_id\r\n\"a, b\",\"x\"\r\n");
  set.raw_file("/from/index.csv", ",image_id\n0,x\n");
  set.raw_file("/from/p,q.jpg", "z").raw_file("/from/comma.csv", "image_id,class\n\"p,q.jpg\",3\n");
  set.raw_file("/from/empty.csv", "");
  set.raw_file("/from/other.csv", "class,name\n0,x\n");
  set.scale(2);
  CHECK(set.read("/to/first.csv") == "image_id,class\nx,0\nx_1,0\ny.jpg,1\ny_1.jpg,1");
  CHECK(set.read("/to/last.csv") == "class,image_id\r\n\"a, b\",x\r\n\"a, b\",x_1\r");
  CHECK(set.read("/to/index.csv") == ",image_id\n0,x\n0,x_1");
  CHECK(set.read("/to/comma.csv") == "image_id,class\n\"p,q.jpg\",3\n\"p,q_1.jpg\",3");
  CHECK(set.read("/to/empty.csv").empty());
  CHECK(set.read("/to/other.csv") == "class,name\n0,x");
}

TEST_CASE("a set of links is copied, and what they point to is left alone") {
  Set set;
  set.raw_file("/elsewhere/p.jpg", "image").raw_file("/from/kept", "");
  fs::create_symlink(set.at("/elsewhere/p.jpg"), set.at("/from/a.jpg"));
  CHECK(set.scale(2) == std::vector<std::string>{"a.jpg", "a_1.jpg"});
  CHECK(set.read("/to/a_1.jpg") == "image");
  CHECK(fs::hard_link_count(set.at("/elsewhere/p.jpg")) == 1);
  CHECK_FALSE(fs::exists(set.at("/elsewhere/p_1.jpg")));
}

TEST_CASE("a copy never takes the name of another image") {
  Set set;
  set.raw_file("/from/a.jpg", "1").raw_file("/from/a_1.jpg", "2");
  CHECK_THROWS_WITH(set.scale(2),
                    Catch::Matchers::ContainsSubstring("a_1.jpg is also the name of another image's copy"));
}
