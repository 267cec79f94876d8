// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>

#include <cerrno>

#include "base/error.hpp"
#include "catch.hpp"
#include "fake_clock.hpp"
#include "forbid_syscall.hpp"
#include "page_cache/budget.hpp"
#include "page_cache/metadata.hpp"
#include "page_cache/residency.hpp"
#include "page_oracle.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::page_cache;
using test::SysfsTree;

namespace {

constexpr unsigned kCachestatNumber = 451;
constexpr uid_t kNobody = 65534;

// A file of `pages` pages of which the first `resident` were read last.
std::string make_file(SysfsTree& tree, const std::string& name, std::size_t pages, std::size_t resident) {
  tree.raw_file(name, std::string(pages * page_size(), 'x'));
  std::string path = tree.at(name).string();
  test::leave_resident(path, 0, resident * page_size());
  return path;
}

FileResidency measure(Method method, const std::string& path) {
  return CacheProbe(method).measure(AT_FDCWD, path.c_str(), false);
}

}  // namespace

TEST_CASE("both methods count the pages that an independent mincore sees", "[page_cache]") {
  SysfsTree tree;
  const std::string path = make_file(tree, "/f", 64, 16);
  const auto method = GENERATE(Method::none, Method::mincore);
  const FileResidency file = measure(method, path);
  CHECK(file.status == ProbeStatus::known);
  CHECK(file.pages == 64);
  CHECK(static_cast<long>(file.counts.cached) == test::count_resident(path));
  CHECK(file.counts.cached >= 16);
}

TEST_CASE("an empty file is known to have no pages", "[page_cache]") {
  SysfsTree tree;
  tree.raw_file("/empty", "");
  const FileResidency file = measure(Method::none, tree.at("/empty").string());
  CHECK(file.status == ProbeStatus::known);
  CHECK(file.pages == 0);
}

TEST_CASE("a sparse file counts in 64 bits and its holes are not resident", "[page_cache]") {
  const Method method = CacheProbe().method();
  // mincore(2) walks every page: 10 s per TiB.
  const off_t size = method == Method::cachestat ? off_t{8} << 40 : off_t{8} << 30;
  SysfsTree tree;
  tree.raw_file("/sparse", "");
  const std::string path = tree.at("/sparse").string();
  REQUIRE(::truncate(path.c_str(), size) == 0);
  const FileResidency file = measure(method, path);
  CHECK(file.pages == static_cast<std::uint64_t>(size) / page_size());
  CHECK(file.counts.cached == 0);
  CHECK(file.alloc_b == 0);
}

TEST_CASE("a stopped mincore(2) gives an error, not a smaller number", "[page_cache]") {
  SysfsTree tree;
  tree.raw_file("/large", "");
  const std::string path = tree.at("/large").string();
  REQUIRE(::truncate(path.c_str(), off_t{1} << 30) == 0);
  int asked = 0;
  const FileResidency file =
      CacheProbe(Method::mincore, [&] { return ++asked == 3; }).measure(AT_FDCWD, path.c_str(), false);
  CHECK(file.status == ProbeStatus::failed);
  CHECK(file.error == ECANCELED);
  CHECK(asked == 3);
}

TEST_CASE("a filter that answers EPERM to cachestat(2) leads to mincore(2)", "[page_cache]") {
  SysfsTree tree;
  const std::string path = make_file(tree, "/f", 8, 8);
  const int status = test::in_child([&] {
    if (!test::forbid_syscall(kCachestatNumber, EPERM)) return 2;
    const CacheProbe probe;
    const FileResidency file = measure(Method::none, path);
    return probe.refusal() == EPERM && probe.method() == Method::mincore && file.method == Method::mincore &&
                   file.counts.cached == 8
               ? 0
               : 1;
  });
  CHECK(status == 0);
}

TEST_CASE("another user's file is hidden and never said to be resident", "[page_cache]") {
  const auto method = GENERATE(Method::none, Method::mincore);
  const char* const foreign = "/etc/passwd";
  const int status = test::in_child([&] {
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) return 2;
    const FileResidency file = measure(method, foreign);
    // A kernel that does not hide (cachestat(2) of 6.5 to 6.12, mincore(2) before 5.2) tells a number below all.
    return file.status == ProbeStatus::hidden && file.counts.cached == 0 && file.pages > 0 ? 0 : 1;
  });
  CHECK(status == 0);
}

TEST_CASE("whatever keeps a file from being opened, its pages widen the bounds", "[page_cache]") {
  SysfsTree tree;
  const std::string path = make_file(tree, "/f", 3, 0);
  const int status = test::in_child([&] {
    const rlimit none{0, 0};
    if (::setrlimit(RLIMIT_NOFILE, &none) != 0) return 100;
    const FileResidency file = CacheProbe(Method::mincore).measure(AT_FDCWD, path.c_str(), false);
    return file.status == ProbeStatus::failed && file.error == EMFILE ? static_cast<int>(file.pages) : 101;
  });
  CHECK(status == 3);
}

TEST_CASE("links, FIFOs and vanished files are neither followed nor waited for", "[page_cache]") {
  SysfsTree tree;
  tree.raw_file("/f", "x").link("/link", "/f");
  ::mkfifo(tree.at("/fifo").c_str(), 0600);
  CHECK(measure(Method::none, tree.at("/link").string()).status == ProbeStatus::skipped);
  CHECK(measure(Method::none, tree.at("/fifo").string()).status == ProbeStatus::skipped);
  const FileResidency gone = measure(Method::none, tree.at("/gone").string());
  CHECK(gone.status == ProbeStatus::failed);
  CHECK(gone.error == ENOENT);
}

TEST_CASE("a tree is measured in one call, hard links once", "[page_cache]") {
  SysfsTree tree;
  tree.raw_file("/d/a", std::string(3 * page_size(), 'x')).raw_file("/d/e/b", "y");
  fs::create_hard_link(tree.at("/d/a"), tree.at("/d/e/again"));
  test::FakeClock clock;
  CacheProbe probe;
  const ResidencyRow row = measure_residency(tree.at("/d").string(), probe, clock);
  CHECK(row.totals.files == 2);
  CHECK(row.totals.directories == 2);
  CHECK(row.totals.pages == 4);
  CHECK(row.mono_ns == clock.mono_ns());
  REQUIRE_THROWS_AS(measure_residency(tree.at("/none").string(), probe, clock), Error);
}

TEST_CASE("metadata are dropped through the machine's drop_caches, for root alone", "[page_cache]") {
  SysfsTree tree;
  tree.file("/proc/sys/vm/drop_caches", "0");
  drop_metadata(tree.root(), {});
  CHECK(tree.read("/proc/sys/vm/drop_caches").substr(0, 1) == "2");
  SysfsTree none;
  REQUIRE_THROWS_AS(drop_metadata(none.root(), {}), Error);
}

TEST_CASE("the memory to fill is what the machine says is available, or less", "[page_cache]") {
  SysfsTree tree;
  tree.file("/proc/meminfo", "MemTotal:  8000 kB\nMemAvailable:   1000 kB").file("/proc/sys/vm/max_map_count", "1000");
  CHECK(budget_b(tree.root()) == 1000 * 1024);
  CHECK(max_mappings(tree.root()) == 1000);
}
