// SPDX-License-Identifier: Apache-2.0
#include "base/line_times.hpp"

#include <algorithm>
#include <cmath>

namespace wattline {

void DateOrders::add(const WrittenTime& time) {
  if (!time.stamp) return;
  open_ = open_ || is_open(time.stamp->order);
  month_first_ = month_first_ || time.stamp->order == DateOrder::month_first;
  day_first_ = day_first_ || time.stamp->order == DateOrder::day_first;
}

DateOrder DateOrders::shown() const {
  if (month_first_ == day_first_) return DateOrder::either;
  return month_first_ ? DateOrder::month_first : DateOrder::day_first;
}

void settle_date(WrittenTime& time, DateOrder shown, bool of_tegrastats) {
  if (!time.stamp || !is_open(time.stamp->order)) return;
  const bool is_own = of_tegrastats && time.stamp->order == DateOrder::either_dashed;
  if (shown == DateOrder::either && !is_own) {
    time.stamp.reset();
    time.problem = TimeProblem::unclear_order;
    return;
  }
  if (shown == DateOrder::day_first) time.stamp->seconds = time.stamp->day_first_s;
  time.stamp->order = DateOrder::clear;
}

void settle_dates(std::vector<WrittenTime>& times, bool of_tegrastats) {
  DateOrders orders;
  for (const WrittenTime& time : times) orders.add(time);
  for (WrittenTime& time : times) settle_date(time, orders.shown(), of_tegrastats);
}

void OpeningHour::add(const WrittenTime& time) {
  if (over_ || !time.stamp) return;
  const bool is_repeated = time.stamp->is_local && instants_of(time.stamp->seconds).size() == 2;
  goes_back_ = is_repeated && last_ && time.stamp->seconds < *last_;
  over_ = goes_back_ || !is_repeated;
  last_ = time.stamp->seconds;
}

// instants_of(), which takes 40 us in a zone without summer time, once per minute: no zone changes within one.
const std::vector<double>& LineInstants::of_local(double local_s) {
  const double minute_s = std::floor(local_s / 60) * 60;
  if (!minute_s_ || *minute_s_ != minute_s) begins_ = instants_of(minute_s);
  minute_s_ = minute_s;
  both_ = begins_;
  for (double& instant : both_) instant += local_s - minute_s;
  return both_;
}

std::optional<double> LineInstants::next(const WrittenTime& time) {
  const auto& stamp = time.stamp;
  if (!stamp) return std::nullopt;
  if (!stamp->is_local) return last_ = stamp->seconds;
  const std::vector<double>& both = of_local(stamp->seconds);
  const bool first_pass = last_ ? both.front() >= *last_ : opening_goes_back_;
  return last_ = first_pass ? both.front() : both.back();
}

LineTimes resolve(const std::vector<WrittenTime>& times) {
  OpeningHour opening;
  for (const WrittenTime& time : times) opening.add(time);
  LineInstants instants(opening.goes_back());
  LineTimes resolved;
  for (const WrittenTime& time : times) resolved.push_back(instants.next(time));
  return resolved;
}

void SharedTimes::add(const std::optional<double>& time) {
  const bool is_new = groups_ == 0 || !time || time != last_;
  if (is_new && groups_++ > 0) ++sizes_[size_];
  size_ = is_new ? 1 : size_ + 1;
  if (groups_ == 1) first_size_ = size_;
  if (size_ > 1) shared_ += size_ == 2 ? 2 : 1;
  last_ = time;
  if (!time) return;
  fine_ = fine_ || *time != std::floor(*time);
  while (!fine_ && std::fmod(*time, units()[finest_].seconds) != 0) ++finest_;
  differ_ = differ_ || (last_known_ && *last_known_ != *time);
  last_known_ = time;
}

const std::array<SharedTimes::Unit, 4>& SharedTimes::units() {
  static const std::array<Unit, 4> kUnits{{{86400, "a day"}, {3600, "an hour"}, {60, "a minute"}, {1, "a second"}}};
  return kUnits;
}

// The resolution of the times: one alone may be a whole minute by chance.
const SharedTimes::Unit& SharedTimes::unit() const {
  return differ_ ? units()[finest_] : units().back();
}

Spread SharedTimes::spread() const {
  return {fine_ ? 0 : shared_, unit().name};
}

// Lines of a second that the log has as a whole: neither its first nor its last.
std::size_t SharedTimes::usual_size() const {
  std::map<std::size_t, long long> sizes = sizes_;
  if (groups_ > 2) {
    --sizes[first_size_];
  } else if (groups_ > 0) {
    ++sizes[size_];
  }
  long long total = 0;
  for (const auto& [size, count] : sizes) total += count;
  long long left = (total - 1) / 2;
  for (const auto& [size, count] : sizes) {
    if (left < count) return size;
    left -= count;
  }
  return 1;
}

std::vector<double> SharedTimes::of_group(std::size_t index, double time, std::size_t size, double interval_s) const {
  std::vector<double> times(size, time);
  if (fine_) return times;
  const bool is_first = index == 0, at_an_end = is_first || index + 1 == groups_;
  const std::size_t usual = at_an_end ? usual_size() : size;
  double step_s = unit().seconds / static_cast<double>(std::max(size, usual));
  if (interval_s > 0) step_s = std::min(interval_s, step_s);
  const double begin_s = is_first && usual > size ? unit().seconds - static_cast<double>(size) * step_s : 0;
  for (std::size_t i = 0; i < size; ++i) times[i] += begin_s + static_cast<double>(i) * step_s;
  return times;
}

Spread spread_shared_times(LineTimes& times, double interval_s) {
  SharedTimes shared;
  for (const auto& time : times) shared.add(time);
  std::size_t index = 0;
  for (std::size_t begin = 0, end = 0; begin < times.size(); begin = end, ++index) {
    for (end = begin + 1; end < times.size() && times[end] && times[end] == times[begin];) ++end;
    if (!times[begin]) continue;
    const auto placed = shared.of_group(index, *times[begin], end - begin, interval_s);
    std::copy(placed.begin(), placed.end(), times.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  return shared.spread();
}

}  // namespace wattline
