// SPDX-License-Identifier: Apache-2.0
#include "joules/interval_queue.hpp"

#include <algorithm>

#include "base/energy_result.hpp"

namespace wattline::joules {

namespace {
bool starts_earlier(const Interval& a, const Interval& b) {
  return a.start_s < b.start_s;
}
}  // namespace

void IntervalQueue::push(Interval interval) {
  auto at = waiting_.end();
  while (at != waiting_.begin() && starts_earlier(interval, *std::prev(at))) --at;
  waiting_.insert(at, std::move(interval));
}

void IntervalQueue::sort() {
  std::stable_sort(waiting_.begin(), waiting_.end(), starts_earlier);
}

void IntervalQueue::shift(double by_s) {
  for (Interval& interval : waiting_) {
    interval.start_s += by_s;
    interval.end_s += by_s;
  }
}

// Takes off what the group has already, and says whether anything was. It counts from the end of its group's last one.
bool IntervalQueue::cut(Interval& interval) {
  if (!sums_ || interval.is_rest) return false;
  const bool overlaps = interval.start_s < last_end_s_ - kContiguousS && interval.end_s > interval.start_s;
  if (overlaps && interval.fields != last_group_ && interval.counted && last_counted_) ++between_groups_;
  if (interval.end_s > last_end_s_) {
    last_end_s_ = interval.end_s;
    last_group_ = interval.fields;
    last_counted_ = interval.counted;
  }
  const auto [end_s, is_first] = ends_s_.try_emplace(interval.fields, interval.end_s);
  if (is_first || interval.start_s >= end_s->second - kContiguousS) {
    end_s->second = std::max(end_s->second, interval.end_s);
    return false;
  }
  ++in_groups_;
  interval.is_rest = true;
  interval.start_s = end_s->second;
  interval.end_s = end_s->second = std::max(end_s->second, interval.end_s);
  return true;
}

std::optional<Interval> IntervalQueue::pop(double from_s) {
  while (!waiting_.empty() && waiting_.front().start_s <= from_s) {
    Interval interval = std::move(waiting_.front());
    waiting_.pop_front();
    if (!cut(interval)) return interval;
    push(std::move(interval));
  }
  return std::nullopt;
}

}  // namespace wattline::joules
