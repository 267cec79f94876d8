// SPDX-License-Identifier: Apache-2.0
#include "base/line_times.hpp"

#include <algorithm>
#include <cmath>

namespace wattline {

namespace {

// Whether the lines from `i` on, all within a repeated hour, are of its first pass: a clock that goes back says so.
// Else the second is taken.
bool goes_back(const std::vector<WrittenTime>& times, std::size_t i) {
  std::optional<double> last;
  for (; i < times.size(); ++i) {
    const auto& stamp = times[i].stamp;
    if (!stamp) continue;
    if (!stamp->is_local || instants_of(stamp->seconds).size() < 2) return false;
    if (last && stamp->seconds < *last) return true;
    last = stamp->seconds;
  }
  return false;
}

// instants_of(), which takes 40 us in a zone without summer time, once per minute: no zone changes within one.
class LocalClock {
 public:
  std::vector<double> instants(double local_s) {
    const double minute_s = std::floor(local_s / 60) * 60;
    if (!minute_s_ || *minute_s_ != minute_s) begins_ = instants_of(minute_s);
    minute_s_ = minute_s;
    std::vector<double> instants = begins_;
    for (double& instant : instants) instant += local_s - minute_s;
    return instants;
  }

 private:
  std::optional<double> minute_s_;
  std::vector<double> begins_;
};

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

// The order that some date shows and none contradicts; else either.
DateOrder order_shown(const std::vector<WrittenTime>& times) {
  const auto shows = [&](DateOrder order) {
    return std::any_of(times.begin(), times.end(),
                       [order](const WrittenTime& time) { return time.stamp && time.stamp->order == order; });
  };
  const bool month_first = shows(DateOrder::month_first), day_first = shows(DateOrder::day_first);
  if (month_first == day_first) return DateOrder::either;
  return month_first ? DateOrder::month_first : DateOrder::day_first;
}

// The resolution of the times: a second, or a minute where none of several times has seconds. 0 = they are finer.
double resolution_of(const LineTimes& times) {
  std::optional<double> last;
  bool differ = false, are_minutes = true;
  for (const auto& time : times) {
    if (!time) continue;
    if (*time != std::floor(*time)) return 0;
    are_minutes = are_minutes && std::fmod(*time, 60) == 0;
    differ = differ || (last && *last != *time);
    last = time;
  }
  return differ && are_minutes ? 60 : 1;
}

void spread_over(LineTimes& times, const Group& group, double begin_s, double step_s) {
  for (std::size_t i = group.begin; i < group.end; ++i) {
    times[i] = *times[i] + begin_s + static_cast<double>(i - group.begin) * step_s;
  }
}

}  // namespace

void settle_dates(std::vector<WrittenTime>& times, bool of_tegrastats) {
  const DateOrder shown = order_shown(times);
  for (WrittenTime& time : times) {
    if (!time.stamp || !is_open(time.stamp->order)) continue;
    const bool is_own = of_tegrastats && time.stamp->order == DateOrder::either_dashed;
    if (shown == DateOrder::either && !is_own) {
      time.stamp.reset();
      time.problem = TimeProblem::unclear_order;
    } else {
      if (shown == DateOrder::day_first) time.stamp->seconds = time.stamp->day_first_s;
      time.stamp->order = DateOrder::clear;
    }
  }
}

LineTimes resolve(const std::vector<WrittenTime>& times) {
  LineTimes instants;
  LocalClock clock;
  std::optional<double> last;
  for (std::size_t i = 0; i < times.size(); ++i) {
    instants.emplace_back();
    const auto& stamp = times[i].stamp;
    if (!stamp) continue;
    if (!stamp->is_local) {
      last = instants.back() = stamp->seconds;
      continue;
    }
    const std::vector<double> both = clock.instants(stamp->seconds);
    const bool first_pass = last ? both.front() >= *last : goes_back(times, i);
    last = instants.back() = first_pass ? both.front() : both.back();
  }
  return instants;
}

Spread spread_shared_times(LineTimes& times, double interval_s) {
  const double unit_s = resolution_of(times);
  Spread spread{0, unit_s == 60 ? "minute" : "second"};
  if (unit_s == 0) return spread;
  const std::vector<Group> groups = groups_of(times);
  const std::size_t usual = usual_size(groups);
  for (const Group& group : groups) {
    if (!times[group.begin]) continue;
    const std::size_t size = group.end - group.begin;
    if (size > 1) spread.shared += static_cast<long long>(size);
    const bool at_an_end = group.begin == 0 || group.end == times.size();
    double step_s = unit_s / static_cast<double>(at_an_end ? std::max(size, usual) : size);
    if (interval_s > 0) step_s = std::min(interval_s, step_s);
    const double begin_s = group.begin == 0 && usual > size ? unit_s - static_cast<double>(size) * step_s : 0;
    spread_over(times, group, begin_s, step_s);
  }
  return spread;
}

}  // namespace wattline
