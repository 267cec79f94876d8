// SPDX-License-Identifier: Apache-2.0
#include "platform/load/tegrastats_prefix.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/parse.hpp"

namespace wattline::platform {

namespace {

constexpr double kOldest = 5e8;  // smaller numbers are those of processes, lines or seconds since boot

using Words = std::vector<std::string_view>;

// A word without the brackets and marks around it.
std::string_view bare(std::string_view word) {
  constexpr std::string_view kMarks = "[](){}<>|,;";
  const std::size_t first = word.find_first_not_of(kMarks);
  if (first == std::string_view::npos) return "";
  word = word.substr(first, word.find_last_not_of(kMarks) - first + 1);
  if (word.back() == ':') word.remove_suffix(1);
  return word;
}

// The best first. A date alone is none: what follows it may be a clock in a form that is not known.
enum class Rank { absolute, local, open_order, since_boot, problem, none };

Rank rank_of(const WrittenTime& time) {
  if (!time.stamp) return time.problem == TimeProblem::none ? Rank::none : Rank::problem;
  if (is_open(time.stamp->order)) return Rank::open_order;
  if (time.stamp->seconds < kOldest) return Rank::since_boot;
  return time.stamp->is_local ? Rank::local : Rank::absolute;
}

// The longest time that begins with a word, and its number of words.
std::pair<WrittenTime, std::size_t> time_at(const Words& words, std::size_t begin) {
  constexpr std::size_t kLongest = 7;  // "Fri Nov 27 08:00:00 AM UTC 2026"
  std::string text;
  std::pair<WrittenTime, std::size_t> longest{{}, 1};
  for (std::size_t end = begin; end < words.size() && end < begin + kLongest; ++end) {
    text.append(end == begin ? "" : " ").append(bare(words[end]));
    WrittenTime time = read_time(text);
    const bool is_date_alone = !has_clock(text) && text.find('-') != std::string::npos;
    const bool is_known = time.stamp ? time.stamp->seconds >= kOldest && !is_date_alone
                                     : time.problem != TimeProblem::none && time.problem != TimeProblem::other;
    if (is_known) longest = {std::move(time), end - begin + 1};
  }
  return longest;
}

// "[ 1234.567]", as the kernel and journalctl write it, or "12.345678", as `ts -s %.s` does; "0.5" may be anything.
WrittenTime since_boot(const Words& words) {
  if (words.empty()) return {};
  const bool in_brackets = words[0].front() == '[', is_alone = words[0] == "[" && words.size() > 1;
  std::string_view number = is_alone ? words[1] : words[0].substr(in_brackets ? 1 : 0);
  const std::size_t point = number.find('.');
  if (point == std::string_view::npos) return {};
  if (in_brackets && number.back() != ']') return {};
  if (in_brackets) number.remove_suffix(1);
  constexpr std::size_t kMilliseconds = 3;
  if (!in_brackets && number.size() - point <= kMilliseconds) return {};
  const auto seconds = to_double(number);
  return seconds && *seconds >= 0 && *seconds < kOldest ? WrittenTime{Timestamp{*seconds}} : WrittenTime{};
}

WrittenTime unknown_time(const Words& words) {
  const auto is_time = [](std::string_view word) { return has_clock(word) || take_date(bare(word)); };
  auto word = std::find_if(words.begin(), words.end(), is_time);
  const bool begins_with_number = !words.empty() && to_double(words[0]);  // of seconds, or of the line
  if (word == words.end() && begins_with_number) word = words.begin();
  if (word == words.end()) return {};
  return {std::nullopt, TimeProblem::other, std::string(bare(*word))};
}

}  // namespace

WrittenTime read_prefix(const Words& words) {
  WrittenTime best = since_boot(words);
  for (std::size_t i = 0; i < words.size();) {
    auto [time, length] = time_at(words, i);
    const Rank rank = rank_of(time);
    if (rank < rank_of(best) || (rank == Rank::local && rank_of(best) == Rank::local)) best = std::move(time);
    i += length;
  }
  return rank_of(best) == Rank::none ? unknown_time(words) : best;
}

}  // namespace wattline::platform
