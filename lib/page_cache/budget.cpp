// SPDX-License-Identifier: Apache-2.0
#include "page_cache/budget.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "base/parse.hpp"
#include "io/attribute.hpp"

namespace wattline::page_cache {

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
constexpr std::int64_t kDefaultMaxMappings = 65530;

std::uint64_t available_b(const io::Root& root) {
  const std::string text = io::read_text(root.path("/proc/meminfo")).value_or("");
  for (const std::string_view line : split(text, '\n')) {
    const auto words = split_blanks(line);
    if (words.size() < 2 || words[0] != "MemAvailable:") continue;
    const auto kib = to_int64(words[1]);
    if (kib) return static_cast<std::uint64_t>(*kib) * 1024;
  }
  return kNoLimit;
}

// A group is limited by those above it too. "max" (v2) and absent files are no limit.
std::uint64_t limit_of(const std::string& mount, std::string group, const char* file) {
  std::uint64_t limit = kNoLimit;
  for (;;) {
    const auto bytes = io::read_int(mount + group + "/" + file);
    if (bytes && *bytes >= 0) limit = std::min(limit, static_cast<std::uint64_t>(*bytes));
    if (group.empty()) return limit;
    group.resize(group.rfind('/'));
  }
}

// Lines of /proc/self/cgroup read "ID:controllers:/path"; v2 has an empty list (man 7 cgroups).
std::uint64_t group_limit(std::string_view line) {
  const std::size_t first = line.find(':'), second = line.find(':', first + 1);
  if (first == std::string_view::npos || second == std::string_view::npos) return kNoLimit;
  const std::string_view controllers = line.substr(first + 1, second - first - 1);
  std::string group(line.substr(second + 1));
  if (group == "/") group.clear();
  if (controllers.empty()) return limit_of("/sys/fs/cgroup", group, "memory.max");
  const auto list = split(controllers, ',');
  const bool memory = std::find(list.begin(), list.end(), "memory") != list.end();
  return memory ? limit_of("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes") : kNoLimit;
}

}  // namespace

std::uint64_t budget_b(const io::Root& root) {
  std::uint64_t budget = available_b(root);
  const std::string groups = io::read_text("/proc/self/cgroup").value_or("");
  for (const std::string_view line : split(groups, '\n')) budget = std::min(budget, group_limit(line));
  return budget;
}

std::uint64_t max_mappings(const io::Root& root) {
  const auto limit = io::read_int(root.path("/proc/sys/vm/max_map_count")).value_or(kDefaultMaxMappings);
  return static_cast<std::uint64_t>(std::max<std::int64_t>(limit, 1));
}

}  // namespace wattline::page_cache
