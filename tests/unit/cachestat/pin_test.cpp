// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/syscall.h>

#include <set>

#include "base/error.hpp"
#include "cachestat/pin_holder.hpp"
#include "cachestat/pin_plan.hpp"
#include "catch.hpp"
#include "forbid_syscall.hpp"
#include "io/fd.hpp"
#include "page_oracle.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::cachestat;

namespace {

std::vector<PinCandidate> candidates(std::uint64_t seed) {
  std::vector<PinCandidate> all;
  for (int i = 0; i < 1000; ++i) all.push_back({name_hash("file" + std::to_string(i), seed), 1000});
  return all;
}

}  // namespace

TEST_CASE("a plan takes the smallest hashes up to the bytes asked for, the last file in part", "[cachestat]") {
  const Plan plan = plan_pin({{30, 100}, {10, 100}, {20, 0}, {40, 100}}, 150, 100);
  REQUIRE(plan.slices.size() == 1);
  CHECK(plan.bytes == 150);
  CHECK(plan.files == 2);
  CHECK(plan.slices[0].first == 10);
  CHECK(plan.slices[0].last == 30);
  CHECK(plan.slices[0].last_b == 50);
}

TEST_CASE("a plan counts memory in whole pages: a thousand bytes take four", "[cachestat]") {
  const Plan plan = plan_pin(candidates(1), 500'000, 5000);
  CHECK(plan.bytes == 500'000);
  CHECK(plan.memory_b == 500 * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)));
}

TEST_CASE("a plan splits into slices that one process can map", "[cachestat]") {
  const Plan plan = plan_pin(candidates(1), 950'000, 300);
  CHECK(plan.slices.size() == 4);
  CHECK(plan.files == 950);
  for (std::size_t i = 1; i < plan.slices.size(); ++i) CHECK(plan.slices[i].first > plan.slices[i - 1].last);
}

TEST_CASE("the choice depends on the seed and not on the order", "[cachestat]") {
  std::vector<PinCandidate> backwards = candidates(1);
  std::reverse(backwards.begin(), backwards.end());
  CHECK(plan_pin(candidates(1), 500'000, 5000).slices[0].last == plan_pin(backwards, 500'000, 5000).slices[0].last);
  CHECK(plan_pin(candidates(1), 500'000, 5000).slices[0].last != plan_pin(candidates(2), 500'000, 5000).slices[0].last);
}

TEST_CASE("hashes of names are spread: half of them lie below half the range", "[cachestat]") {
  std::size_t below = 0;
  for (const PinCandidate& candidate : candidates(0)) below += candidate.hash < (std::uint64_t{1} << 63) ? 1 : 0;
  CHECK(below > 440);
  CHECK(below < 560);
}

TEST_CASE("held pages are resident, and a file that is truncated meanwhile does no harm", "[cachestat]") {
  test::SysfsTree tree;
  tree.raw_file("/f", std::string(1 << 20, 'x'));
  const std::string path = tree.at("/f").string();
  test::leave_resident(path, 0, 1);
  const bool locked = GENERATE(true, false);
  HeldPages hold(locked);
  const io::Fd fd(::open(path.c_str(), O_RDONLY));
  REQUIRE(hold.add(fd.get(), 1 << 20) == 0);
  CHECK(hold.bytes() == 1 << 20);
  CHECK(test::count_resident(path) == (1 << 20) / ::sysconf(_SC_PAGESIZE));
  REQUIRE(::truncate(path.c_str(), 5000) == 0);
  hold.touch();
}

TEST_CASE("without MADV_POPULATE_READ, before Linux 5.14, pages are touched all the same", "[cachestat]") {
  test::SysfsTree tree;
  tree.raw_file("/f", std::string(1 << 20, 'x'));
  const std::string path = tree.at("/f").string();
  test::leave_resident(path, 0, 1);
  const int status = test::in_child([&] {
    if (!test::forbid_syscall(SYS_madvise, EINVAL)) return 2;
    HeldPages hold(false);
    const io::Fd fd(::open(path.c_str(), O_RDONLY));
    if (hold.add(fd.get(), 1 << 20) != 0) return 3;
    if (test::count_resident(path) != (1 << 20) / ::sysconf(_SC_PAGESIZE)) return 4;
    if (::truncate(path.c_str(), 5000) != 0) return 5;
    hold.touch();
    return 0;
  });
  CHECK(status == 0);
}

TEST_CASE("a holder reports what it holds and lets go with its object", "[cachestat]") {
  Holder holder(false, [](HeldPages& hold) { return Held{hold.bytes() + 7, 1, ENOENT}; });
  const Held held = holder.wait_ready([] { return false; });
  CHECK(held.bytes == 7);
  CHECK(held.failed == 1);
  CHECK(held.error == ENOENT);
}

TEST_CASE("a holder that was killed is known to be gone", "[cachestat]") {
  Holder holder(false, [](HeldPages&) -> Held { ::_exit(1); });
  CHECK_THROWS_AS(holder.wait_ready([] { return false; }), Error);
  while (holder.lives()) ::usleep(1000);
  CHECK_FALSE(holder.lives());
}
