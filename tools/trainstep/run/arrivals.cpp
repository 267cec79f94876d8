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

void ArrivalTimes::next() {
  ++passed_;
  switch (options_.process) {
    case ArrivalProcess::constant:
      now_ = static_cast<double>(passed_ + 1) / options_.rate;
      break;
    case ArrivalProcess::poisson:
      *now_ -= std::log1p(-random_.uniform()) / options_.rate;
      break;
    case ArrivalProcess::trace:
      const auto place = static_cast<std::size_t>(passed_);
      now_ = place < options_.trace_s.size() ? std::optional(options_.trace_s[place]) : std::nullopt;
      break;
  }
}

std::vector<double> Arrivals::take(std::size_t n) {
  std::vector<double> times;
  for (; times.size() < n; taken_.next()) {
    if (!taken_.now()) return {};
    times.push_back(*taken_.now());
  }
  return times;
}

std::int64_t Arrivals::waiting_at(double seconds) {
  while (arrived_.now() && *arrived_.now() <= seconds) arrived_.next();
  return std::max<std::int64_t>(0, arrived_.passed() - taken_.passed());
}

}  // namespace wattline::trainstep
