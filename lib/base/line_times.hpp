// SPDX-License-Identifier: Apache-2.0
// The instants of lines whose times are those of a local clock, in whole seconds, or of dates in an unknown order. What
// a line alone does not tell, its file as a whole may: each class below learns that from all lines, in order, so that a
// file can be read twice and need not be held in memory.
#pragma once
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/timestamp.hpp"

namespace wattline {

using LineTimes = std::vector<std::optional<double>>;

// The order of day and month that the dates of a file show.
class DateOrders {
 public:
  void add(const WrittenTime& time);
  // Some date leaves the order open.
  bool has_open() const { return open_; }
  // The one that some date shows and none contradicts; else either.
  DateOrder shown() const;

 private:
  bool open_ = false, month_first_ = false, day_first_ = false;
};

// Reads a date that leaves the order open in the order that its file shows; where it shows none, the time is not read.
// In a log of tegrastats, "05-11-2026" has the month first unless the file shows the other order.
void settle_date(WrittenTime& time, DateOrder shown, bool of_tegrastats);
void settle_dates(std::vector<WrittenTime>& times, bool of_tegrastats);

// Whether a file begins in the first pass of the hour that is repeated when summer time ends: its clock goes back
// within that hour. Else the second pass is taken.
class OpeningHour {
 public:
  void add(const WrittenTime& time);
  bool goes_back() const { return goes_back_; }

 private:
  std::optional<double> last_;
  bool over_ = false, goes_back_ = false;
};

// Seconds since 1970 of the times of lines that follow each other. In the repeated hour, a clock that goes back says
// which of the two a line is of.
class LineInstants {
 public:
  explicit LineInstants(bool opening_goes_back) : opening_goes_back_(opening_goes_back) {}
  std::optional<double> next(const WrittenTime& time);

 private:
  const std::vector<double>& of_local(double local_s);
  bool opening_goes_back_;
  std::optional<double> last_, minute_s_;
  std::vector<double> begins_, both_;
};
LineTimes resolve(const std::vector<WrittenTime>& times);

struct Spread {
  long long shared = 0;           // lines that had the time of another
  const char* unit = "a second";  // that they shared
};

// Spreads lines that share a whole second over it, or puts them `interval_s` apart where that is positive; the same for
// a minute, an hour or a day, where no time is finer. Where a time has a fraction of a second, nothing is spread. The
// first lines of a log may begin within their second, and the last end in it.
class SharedTimes {
 public:
  // The time of the next line.
  void add(const std::optional<double>& time);
  Spread spread() const;
  // The times of the `size` lines of group `index`, which all have this time.
  std::vector<double> of_group(std::size_t index, double time, std::size_t size, double interval_s) const;

 private:
  struct Unit {
    double seconds;
    const char* name;
  };
  static const std::array<Unit, 4>& units();
  const Unit& unit() const;
  std::size_t usual_size() const;
  std::optional<double> last_, last_known_;
  std::size_t groups_ = 0, first_size_ = 0, size_ = 0;  // size_ = of the last group
  std::map<std::size_t, long long> sizes_;              // of all groups before it
  long long shared_ = 0;
  std::size_t finest_ = 0;  // of units()
  bool fine_ = false, differ_ = false;
};
Spread spread_shared_times(LineTimes& times, double interval_s);

}  // namespace wattline
