// SPDX-License-Identifier: Apache-2.0
#include "io/attribute.hpp"

#include <cerrno>

#include "base/error.hpp"
#include "catch.hpp"
#include "io/reused_file.hpp"
#include "io/unread.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;

namespace {

// Reading its first byte fails with EIO, because no process has memory there.
const char* const kFails = "/proc/self/mem";

}  // namespace

TEST_CASE("a file that is there and cannot be read is noted once, an absent one is not") {
  test::SysfsTree tree;
  io::take_unread();
  CHECK_FALSE(io::read_text(kFails));
  CHECK_FALSE(io::read_int(kFails));
  CHECK_FALSE(io::read_text(tree.at("/absent")));
  CHECK(io::list_directory(tree.at("/absent")).empty());
  CHECK_FALSE(io::exists(tree.at("/absent")));
  CHECK_FALSE(io::ReusedFile(kFails).read());
  const auto unread = io::take_unread();
  REQUIRE(unread.size() == 1);
  CHECK(unread[0].path == kFails);
  CHECK(unread[0].error == EIO);
  CHECK(io::take_unread().empty());
}

TEST_CASE("what a repeated reading noted is forgotten") {
  io::take_unread();
  io::note_unread("/first", EIO);
  {
    io::UnreadScope scope;
    io::note_unread("/second", EMFILE);
    CHECK_FALSE(scope.is_empty());
    scope.forget();
    io::note_unread("/third", EBUSY);  // has no value now
    CHECK(scope.is_empty());
  }
  const auto unread = io::take_unread();
  REQUIRE(unread.size() == 1);
  CHECK(unread[0].path == "/first");
}

TEST_CASE("an emulated board whose marker cannot be read is not taken for a measured one") {
  test::SysfsTree tree;
  tree.file("/run/wattline/emulated", "board orin-nano");
  fs::resize_file(tree.at("/run/wattline/emulated"), 17 << 20);  // too long for a file of the kernel
  CHECK_THROWS_AS(tree.root(), Error);
  io::take_unread();
}
