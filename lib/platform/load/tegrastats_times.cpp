// SPDX-License-Identifier: Apache-2.0
#include "platform/load/tegrastats_times.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::platform {

namespace {

// Whether the lines from `i` on, all within a repeated hour, are of its first pass: a clock that goes back says so.
// Else the second is taken.
bool goes_back(const std::vector<std::optional<Timestamp>>& times, std::size_t i) {
  std::optional<double> last;
  for (; i < times.size(); ++i) {
    if (!times[i]) continue;
    if (!times[i]->is_local || instants_of(times[i]->seconds).size() < 2) return false;
    if (last && times[i]->seconds < *last) return true;
    last = times[i]->seconds;
  }
  return false;
}

struct Group {
  std::size_t begin, end;
};

std::vector<Group> groups_of(const LineTimes& times) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (i > 0 && times[i] && times[i] == times[i - 1]) {
      groups.back().end = i + 1;
    } else {
      groups.push_back({i, i + 1});
    }
  }
  return groups;
}

// Lines of a second that the log has as a whole: neither its first nor its last.
std::size_t usual_size(const std::vector<Group>& groups) {
  std::vector<std::size_t> sizes;
  for (std::size_t g = groups.size() > 2 ? 1 : 0; g + (groups.size() > 2 ? 1 : 0) < groups.size(); ++g) {
    sizes.push_back(groups[g].end - groups[g].begin);
  }
  std::sort(sizes.begin(), sizes.end());
  return sizes.empty() ? 1 : sizes[(sizes.size() - 1) / 2];
}

}  // namespace

LineTimes resolve(const std::vector<std::optional<Timestamp>>& times) {
  LineTimes instants;
  std::optional<double> last;
  for (std::size_t i = 0; i < times.size(); ++i) {
    instants.emplace_back();
    if (!times[i]) continue;
    if (!times[i]->is_local) {
      last = instants.back() = times[i]->seconds;
      continue;
    }
    const std::vector<double> both = instants_of(times[i]->seconds);
    const bool first_pass = last ? both.front() >= *last : goes_back(times, i);
    last = instants.back() = first_pass ? both.front() : both.back();
  }
  return instants;
}

long long spread_shared_seconds(LineTimes& times, double interval_s) {
  const std::vector<Group> groups = groups_of(times);
  const std::size_t usual = usual_size(groups);
  long long shared = 0;
  for (const Group& group : groups) {
    const std::size_t size = group.end - group.begin;
    if (!times[group.begin] || *times[group.begin] != std::floor(*times[group.begin])) continue;
    if (size > 1) shared += static_cast<long long>(size);
    const bool at_an_end = group.begin == 0 || group.end == times.size();
    const std::size_t parts = at_an_end ? std::max(size, usual) : size;
    double step_s = 1.0 / static_cast<double>(parts);
    if (interval_s > 0) step_s = std::min(interval_s, step_s);
    const double begin_s = group.begin == 0 && usual > size ? 1 - static_cast<double>(size) * step_s : 0;
    for (std::size_t i = 0; i < size; ++i) {
      times[group.begin + i] = *times[group.begin + i] + begin_s + static_cast<double>(i) * step_s;
    }
  }
  return shared;
}

}  // namespace wattline::platform
