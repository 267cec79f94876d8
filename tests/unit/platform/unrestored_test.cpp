// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/unrestored.hpp"

#include <unistd.h>

#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::platform;

TEST_CASE("a state that was not restored is kept whole, until it is forgotten") {
  test::SysfsTree tree;
  tree.file("/run/wattline/pmode.last", "");
  const io::Root root = tree.root();
  CHECK(unrestored_state(root).empty());
  keep_unrestored(root, "path\tvalue\n");
  keep_unrestored(root, "path\tvalue\nend\t0 rows\n");
  std::ifstream file(unrestored_state(root));
  std::stringstream text;
  text << file.rdbuf();
  CHECK(text.str() == "path\tvalue\nend\t0 rows\n");
  forget_unrestored(root);
  CHECK(unrestored_state(root).empty());
  forget_unrestored(root);
}

TEST_CASE("a state is not kept through a link that leads out of the machine's root") {
  test::SysfsTree tree;
  const io::Root root = tree.root();
  tree.file("/run/other", "");
  REQUIRE(::symlink("/etc", root.path("/run/wattline").c_str()) == 0);
  CHECK_THROWS(keep_unrestored(root, "path\tvalue\n"));
}
