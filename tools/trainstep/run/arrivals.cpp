// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/arrivals.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/regular_file.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::trainstep {

namespace {

constexpr double kLatestS = 1e9;  // 30 years: later times are those of a wall clock

}  // namespace

void read_arrivals(const std::string& path, ArrivalOptions& options) {
  if (path != "-") io::open_regular_file(path);  // a FIFO would be waited for
  io::TsvReader reader(path);
  const std::size_t column = reader.require("arrival_s");
  std::vector<double>& times = options.trace_s;
  while (reader.next()) {
    const auto time = to_double(reader.field(column));
    const bool ascends = time && *time >= (times.empty() ? 0 : times.back()) && *time <= kLatestS;
    if (!ascends) {
      throw data_error(path + ":" + std::to_string(reader.line()) + ": arrival_s '" +
                           std::string(reader.field(column)) + "' is not a time from the previous one on",
                       "write seconds since the start of the run, in ascending order");
    }
    times.push_back(*time);
  }
  if (times.empty()) throw data_error(path + ": no requests");
  options.torn = reader.torn();
}

// False at the end of a trace.
bool Arrivals::look_ahead() {
  ++made_;
  switch (options_.process) {
    case ArrivalProcess::constant:
      last_s_ = static_cast<double>(made_) / options_.rate;
      break;
    case ArrivalProcess::poisson:
      last_s_ -= std::log1p(-random_.uniform()) / options_.rate;
      break;
    case ArrivalProcess::trace:
      if (made_ > options_.trace_s.size()) return false;
      last_s_ = options_.trace_s[made_ - 1];
      break;
  }
  ahead_.push_back(last_s_);
  return true;
}

std::vector<double> Arrivals::take(std::size_t n) {
  while (ahead_.size() < n && look_ahead()) {
  }
  if (ahead_.size() < n) return {};
  const auto end = ahead_.begin() + static_cast<std::ptrdiff_t>(n);
  std::vector<double> taken(ahead_.begin(), end);
  ahead_.erase(ahead_.begin(), end);
  return taken;
}

std::int64_t Arrivals::waiting_at(double seconds) {
  while ((ahead_.empty() || ahead_.back() <= seconds) && look_ahead()) {
  }
  return std::upper_bound(ahead_.begin(), ahead_.end(), seconds) - ahead_.begin();
}

}  // namespace wattline::trainstep
