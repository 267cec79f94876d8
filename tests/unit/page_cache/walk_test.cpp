// SPDX-License-Identifier: Apache-2.0
#include "page_cache/walk.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "catch.hpp"
#include "page_cache/totals.hpp"
#include "sysfs_tree.hpp"

using namespace wattline::page_cache;
using wattline::test::SysfsTree;

namespace {

Totals walk(const std::string& path, const WalkOptions& options, std::vector<std::string>* names = nullptr) {
  SeenInodes seen;
  Totals totals;
  Batcher batcher(false, [&](const Batch& batch) {
    totals.files += batch.count;
    for_each_name(batch, [&](const Directory& directory, const char* name, std::size_t) {
      if (names != nullptr) names->push_back(path_of(directory, name).substr(path.size() + 1));
    });
  });
  Walker walker(options, seen, batcher, {});
  totals.add(walker.walk(path));
  batcher.flush();
  if (names != nullptr) std::sort(names->begin(), names->end());
  return totals;
}

}  // namespace

TEST_CASE("a walk counts what it enters, skips what has no pages and ends in spite of loops", "[page_cache]") {
  SysfsTree tree;
  tree.raw_file("/d/a", "1").raw_file("/d/tab\tname", "2").raw_file("/d/new\nline", "3").raw_file("/d/sub/b", "4");
  tree.link("/d/sub/loop", "/d").link("/d/dangling", "/nowhere").link("/d/alias", "/d/a");
  ::mkfifo(tree.at("/d/fifo").c_str(), 0600);
  const std::string path = tree.at("/d").string();
  std::vector<std::string> names;
  const Totals plain = walk(path, {}, &names);
  CHECK(names == std::vector<std::string>{"a", "new\nline", "sub/b", "tab\tname"});
  CHECK(plain.directories == 2);
  CHECK(plain.skipped == 4);
  CHECK(plain.errors == 0);
  WalkOptions follow;
  follow.follow_links = true;
  const Totals followed = walk(path, follow);
  CHECK(followed.files == 5);     // alias too; whoever counts the files sees that it is the same
  CHECK(followed.errors == 1);    // dangling
  CHECK(followed.repeated == 1);  // loop
}

TEST_CASE("globs match names, or paths below the operand when they hold a slash", "[page_cache]") {
  SysfsTree tree;
  tree.raw_file("/d/x.jpg", "").raw_file("/d/y.png", "").raw_file("/d/cache/z.jpg", "").raw_file("/d/in/w.jpg", "");
  const std::string path = tree.at("/d").string();
  std::vector<std::string> names;
  walk(path, {false, false, {"*.jpg"}, {"cache"}}, &names);
  CHECK(names == std::vector<std::string>{"in/w.jpg", "x.jpg"});
  names.clear();
  walk(path, {false, false, {"in/*"}, {}}, &names);
  CHECK(names == std::vector<std::string>{"in/w.jpg"});
}

TEST_CASE("a chain of directories deeper than a path may be long is walked with few descriptors", "[page_cache]") {
  SysfsTree tree;
  tree.folder("/d");
  const std::string name(200, 'n');
  int fd = ::open(tree.at("/d").c_str(), O_RDONLY | O_DIRECTORY);
  constexpr int kDepth = 60;  // 12,000 characters
  for (int i = 0; i < kDepth; ++i) {
    REQUIRE(::mkdirat(fd, name.c_str(), 0755) == 0);
    const int below = ::openat(fd, name.c_str(), O_RDONLY | O_DIRECTORY);
    ::close(std::exchange(fd, below));
  }
  ::close(::openat(fd, "leaf", O_CREAT | O_WRONLY, 0644));
  ::close(fd);
  const Totals totals = walk(tree.at("/d").string(), {});
  CHECK(totals.directories == kDepth + 1);
  CHECK(totals.files == 1);
  CHECK(totals.errors == 0);
  // remove_all() of the scratch folder cannot reach that deep.
  CHECK(std::system(("rm -rf '" + tree.at("/d").string() + "'").c_str()) == 0);
}

TEST_CASE("batches keep below their limits and lose no name", "[page_cache]") {
  std::size_t names = 0, largest = 0, batches = 0;
  Batcher batcher(false, [&](const Batch& batch) {
    ++batches;
    largest = std::max(largest, batch.count);
    CHECK(batch.groups.size() <= 16);
    for_each_name(batch, [&](const Directory&, const char*, std::size_t i) {
      CHECK(i < batch.count);
      ++names;
    });
  });
  for (int d = 0; d < 40; ++d) {
    const auto directory = std::make_shared<Directory>();
    for (int i = 0; i < 50; ++i) batcher.add(directory, "name");
  }
  batcher.flush();
  CHECK(names == 2000);
  CHECK(largest <= 256);
  CHECK(batches > 2000 / 256);
}

TEST_CASE("inodes are seen once per device", "[page_cache]") {
  SeenInodes seen;
  CHECK(seen.insert(1, 7));
  CHECK_FALSE(seen.insert(1, 7));
  CHECK(seen.insert(2, 7));
  CHECK(seen.insert(1, 7 + 64));
  CHECK(seen.insert(1, 6));
}

TEST_CASE("a walk ends within a directory when it is told to stop", "[page_cache]") {
  SysfsTree tree;
  for (int i = 0; i < 100; ++i) tree.raw_file("/d/" + std::to_string(i), "");
  SeenInodes seen;
  std::size_t files = 0;
  const WalkOptions options;
  Batcher batcher(false, [&](const Batch& batch) { files += batch.count; });
  Walker walker(options, seen, batcher, {});
  int asked = 0;
  walker.walk(tree.at("/d").string(), [&] { return ++asked > 10; });
  batcher.flush();
  CHECK(files < 11);
}
