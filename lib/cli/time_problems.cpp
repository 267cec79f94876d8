// SPDX-License-Identifier: Apache-2.0
#include "cli/time_problems.hpp"

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

}  // namespace

void TimeProblems::add(const WrittenTime& time, const std::optional<double>& instant) {
  ++lines_;
  if (time.problem != TimeProblem::none) {
    Unread& unread = unread_[time.problem];
    if (unread.count++ == 0) unread.first = time.text;
  } else if (!time.stamp) {
    ++without_;
  }
  if (!instant) return;
  if (last_ && *instant < *last_) ++steps_back_;
  last_ = instant;
}

std::vector<std::string> TimeProblems::sentences() const {
  std::vector<std::string> sentences;
  for (const Kind& kind : kKinds) {
    const auto unread = unread_.find(kind.problem);
    if (unread == unread_.end()) continue;
    const auto& [count, first] = unread->second;
    sentences.push_back(std::to_string(count) + " " + kind.is + ", first '" + first + "'; " + kind.advice);
  }
  if (without_ > 0 && without_ < lines_) sentences.push_back(std::to_string(without_) + " lines have no time");
  if (steps_back_ > 0) sentences.push_back(std::to_string(steps_back_) + " times are before that of the line above");
  return sentences;
}

std::vector<std::string> time_problems(const std::vector<WrittenTime>& times, const LineTimes& instants) {
  TimeProblems problems;
  for (std::size_t i = 0; i < times.size(); ++i) problems.add(times[i], instants[i]);
  return problems.sentences();
}

}  // namespace wattline::cli
