// SPDX-License-Identifier: Apache-2.0
#include "powerlog/log_times.hpp"

namespace wattline::powerlog {

// Dates in an open order, and a clock in the repeated hour, are known only at the end: then the lines are read again.
LogTimes::LogTimes(const ImportedFile& file, ImportFormat format) {
  const bool of_tegrastats = format == ImportFormat::tegrastats;
  constexpr int kMost = 3;  // the order first, and then the hour
  for (int i = 0; i < kMost; ++i) {
    const Facts seen = survey(file, of_tegrastats);
    if (seen == facts) return;
    *this = LogTimes(seen);
  }
  survey(file, of_tegrastats);
}

LogTimes::Facts LogTimes::survey(const ImportedFile& file, bool of_tegrastats) {
  DateOrders orders;
  OpeningHour opening;
  LineInstants instants(facts.opening_goes_back);
  file.read([&](const WrittenTime& written, const std::vector<ImportedRail>& reading) {
    orders.add(written);
    WrittenTime time = written;
    settle_date(time, facts.order, of_tegrastats);
    opening.add(time);
    add(time, instants.next(time), reading);
  });
  return {orders.has_open() ? orders.shown() : DateOrder::either, opening.goes_back()};
}

void LogTimes::add(const WrittenTime& time, const std::optional<double>& instant,
                   const std::vector<ImportedRail>& reading) {
  if (lines++ == 0) first = time;
  timed = timed || instant;
  if (instant && instant == last_s_) only_repeats = only_repeats && reading == last_;
  shared.add(instant);
  problems.add(time, instant);
  last_s_ = instant;
  last_ = reading;
}

}  // namespace wattline::powerlog
