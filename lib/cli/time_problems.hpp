// SPDX-License-Identifier: Apache-2.0
// Messages about the times of a recorded file.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/line_times.hpp"
#include "base/timestamp.hpp"

namespace wattline::cli {

// The problems of the times of lines that follow each other.
class TimeProblems {
 public:
  // `instant`: what the time was taken for.
  void add(const WrittenTime& time, const std::optional<double>& instant);
  // One sentence per kind of problem, with its number of lines: times that could not be read, and the first of each
  // kind; lines without a time, where others have one; instants before that of the line above.
  std::vector<std::string> sentences() const;

 private:
  struct Unread {
    long long count = 0;
    std::string first;
  };
  std::map<TimeProblem, Unread> unread_;
  long long lines_ = 0, without_ = 0, steps_back_ = 0;
  std::optional<double> last_;
};
std::vector<std::string> time_problems(const std::vector<WrittenTime>& times, const LineTimes& instants);

}  // namespace wattline::cli
