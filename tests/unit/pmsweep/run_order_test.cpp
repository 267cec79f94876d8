// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/run_order.hpp"

#include <set>

#include "base/error.hpp"
#include "catch.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::pmsweep;

namespace {

// What a schedule makes of `count` rows with a column `number`, as the values of that column; S = the sentinel.
std::vector<std::string> served(const RunOrderOptions& options, int count, const std::set<std::string>& done = {},
                                std::vector<std::string>* keys = nullptr) {
  test::SysfsTree tree;
  std::string text = "number\n";
  for (int i = 0; i < count; ++i) text += std::to_string(i) + "\n";
  tree.raw_file("/modes.tsv", text);
  RunList plan(tree.at("/modes.tsv").string());
  while (plan.pump()) {
  }
  RunOrder schedule(options, plan, [&](const std::string& key) { return done.count(key) != 0; });
  std::vector<std::string> result;
  while (const auto item = schedule.next()) {
    result.push_back(item->sentinel ? "S" : item->values.at("number"));
    if (keys != nullptr) keys->push_back(item->key);
  }
  return result;
}

std::string text(const std::vector<std::string>& parts) {
  std::string joined;
  for (const std::string& part : parts) joined += part + " ";
  return joined;
}

}  // namespace

TEST_CASE("rows come in the order given, each as often as asked") {
  CHECK(text(served({}, 4)) == "0 1 2 3 ");
  RunOrderOptions twice;
  twice.runs = 2;
  CHECK(text(served(twice, 2)) == "0 0 1 1 ");
}

TEST_CASE("shards share the rows out without gap or overlap") {
  std::multiset<std::string> all;
  for (std::uint64_t k = 1; k <= 3; ++k) {
    RunOrderOptions options;
    options.shard = {k, 3};
    const auto part = served(options, 10);
    CHECK((part.size() == 3 || part.size() == 4));
    all.insert(part.begin(), part.end());
  }
  CHECK(all.size() == 10);
  CHECK(std::set<std::string>(all.begin(), all.end()).size() == 10);
}

TEST_CASE("a sentinel runs first and after every N rows") {
  RunOrderOptions options;
  parse_sentinel("4c/1.2G/900M/1.6G/3", options);
  CHECK(options.sentinel == "4c/1.2G/900M/1.6G");
  CHECK(text(served(options, 7)) == "S 0 1 2 S 3 4 5 S 6 ");
}

TEST_CASE("what is done is left out, the rest and the sentinels keep their keys") {
  RunOrderOptions options;
  parse_sentinel("MAXN/2", options);
  std::vector<std::string> keys;
  served(options, 6, {}, &keys);
  for (std::size_t cut = 0; cut <= keys.size(); ++cut) {
    std::vector<std::string> rest;
    served(options, 6, {keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(cut)}, &rest);
    CHECK(rest == std::vector<std::string>(keys.begin() + static_cast<std::ptrdiff_t>(cut), keys.end()));
  }
}

TEST_CASE("random order is a permutation that the seed fixes") {
  RunOrderOptions options;
  options.order = OrderKind::random;
  options.seed = 7;
  const auto order = served(options, 20);
  CHECK(order == served(options, 20));
  CHECK(std::set<std::string>(order.begin(), order.end()).size() == 20);
  options.seed = 8;
  CHECK(order != served(options, 20));
}

TEST_CASE("order down lets clocks fall, the CPU's slowest") {
  test::SysfsTree tree;
  tree.raw_file("/modes.tsv",
                "cores\tcpu_khz\tgpu_hz\temc_hz\n4\t1000000\t500000000\t1000000000\n2\t2000000\t400000000\t1000000000\n"
                "4\t2000000\t400000000\t1000000000\n4\t2000000\t600000000\t1000000000\n");
  RunList plan(tree.at("/modes.tsv").string());
  while (plan.pump()) {
  }
  RunOrderOptions options;
  options.order = OrderKind::down;
  RunOrder schedule(options, plan, [](const std::string&) { return false; });
  std::string order;
  while (const auto item = schedule.next()) order += item->mode + " ";
  CHECK(order ==
        "4c/2000000k/600000k/1000000k 4c/2000000k/400000k/1000000k 2c/2000000k/400000k/1000000k "
        "4c/1000000k/500000k/1000000k ");
}

TEST_CASE("wrong sentinels are usage errors") {
  RunOrderOptions options;
  for (const char* text : {"MAXN", "4c/1G/1G/1G", "/25", "MAXN/0", "MAXN/x"}) {
    CHECK_THROWS_AS(parse_sentinel(text, options), Error);
  }
}
