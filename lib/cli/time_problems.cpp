// SPDX-License-Identifier: Apache-2.0
#include "cli/time_problems.hpp"

#include <algorithm>

namespace wattline::cli {

namespace {

struct Kind {
  TimeProblem problem;
  const char *is, *advice;
};

constexpr Kind kKinds[] = {
    {TimeProblem::no_year, "times without a year", "journalctl -o short-iso writes it"},
    {TimeProblem::unclear_zone, "times in an unclear zone", "write UTC, or an offset such as -08:00"},
    {TimeProblem::unclear_order, "dates in an unknown order of day and month", "write 2026-11-05"},
    {TimeProblem::other, "times not understood", "write 2026-11-05 08:00:00, or seconds since 1970"},
};

void add_unread(const std::vector<WrittenTime>& times, std::vector<std::string>& sentences) {
  for (const Kind& kind : kKinds) {
    const auto is_of_kind = [&](const WrittenTime& time) { return time.problem == kind.problem; };
    const auto count = std::count_if(times.begin(), times.end(), is_of_kind);
    if (count == 0) continue;
    const auto first = std::find_if(times.begin(), times.end(), is_of_kind);
    sentences.push_back(std::to_string(count) + " " + kind.is + ", first '" + first->text + "'; " + kind.advice);
  }
}

void add_without(const std::vector<WrittenTime>& times, std::vector<std::string>& sentences) {
  const auto without = std::count_if(times.begin(), times.end(), [](const WrittenTime& time) {
    return !time.stamp && time.problem == TimeProblem::none;
  });
  const bool some_have = without < static_cast<std::ptrdiff_t>(times.size());
  if (without > 0 && some_have) sentences.push_back(std::to_string(without) + " lines have no time");
}

long long steps_back(const LineTimes& instants) {
  long long steps = 0;
  std::optional<double> last;
  for (const auto& instant : instants) {
    if (!instant) continue;
    if (last && *instant < *last) ++steps;
    last = instant;
  }
  return steps;
}

}  // namespace

std::vector<std::string> time_problems(const std::vector<WrittenTime>& times, const LineTimes& instants) {
  std::vector<std::string> sentences;
  add_unread(times, sentences);
  add_without(times, sentences);
  const long long steps = steps_back(instants);
  if (steps > 0) sentences.push_back(std::to_string(steps) + " times are before that of the line above");
  return sentences;
}

}  // namespace wattline::cli
