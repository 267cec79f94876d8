// SPDX-License-Identifier: Apache-2.0
#include "base/date_text.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <vector>

#include "base/parse.hpp"

namespace wattline {

namespace {

using Words = std::vector<std::string_view>;

// The place in a list of names of one that is written out, or cut after three letters or more.
template <std::size_t N>
std::optional<int> place_of(std::string_view word, const std::array<std::string_view, N>& names) {
  if (word.size() < 3) return std::nullopt;
  const std::string lower = to_lower(word);
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](std::string_view name) { return name.substr(0, lower.size()) == lower; });
  return found == names.end() ? std::nullopt : std::optional<int>(static_cast<int>(found - names.begin()));
}

bool is_weekday(std::string_view word) {
  constexpr std::array<std::string_view, 7> kDays{"monday", "tuesday",  "wednesday", "thursday",
                                                  "friday", "saturday", "sunday"};
  return place_of(word, kDays).has_value();
}

std::optional<int> month_of(std::string_view word) {
  constexpr std::array<std::string_view, 12> kMonths{"january",   "february", "march",    "april",
                                                     "may",       "june",     "july",     "august",
                                                     "september", "october",  "november", "december"};
  const auto place = place_of(word, kMonths);
  return place ? std::optional<int>(*place + 1) : std::nullopt;
}

std::optional<int> digits_between(std::string_view text, int low, int high) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  const auto number = digits ? to_int64(text) : std::nullopt;
  return number && *number >= low && *number <= high ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
}

std::optional<int> year_of(std::string_view text) {
  return text.size() == 4 ? digits_between(text, 1970, 2261) : std::nullopt;
}

std::optional<double> midnight(std::optional<int> year, std::optional<int> month, std::optional<int> day) {
  if (!year || !month || !day) return std::nullopt;
  std::tm date{};
  date.tm_year = *year - 1900;
  date.tm_mon = *month - 1;
  date.tm_mday = *day;
  const std::time_t seconds = ::timegm(&date);
  return date.tm_mday == *day ? std::optional<double>(static_cast<double>(seconds)) : std::nullopt;
}

std::optional<double> midnight(std::string_view year, std::string_view month, std::string_view day) {
  const auto named = month_of(month);
  return midnight(year_of(year), named ? named : digits_between(month, 1, 12), digits_between(day, 1, 31));
}

std::optional<DateText> either_order(const Words& parts, bool is_dashed) {
  const auto month_first = midnight(parts[2], parts[0], parts[1]), day_first = midnight(parts[2], parts[1], parts[0]);
  if (!month_first && !day_first) return std::nullopt;
  if (!day_first) return DateText{month_first, DateOrder::month_first, 0, ""};
  if (!month_first) return DateText{day_first, DateOrder::day_first, 0, ""};
  if (*month_first == *day_first) return DateText{month_first, DateOrder::clear, 0, ""};
  return DateText{month_first, is_dashed ? DateOrder::either_dashed : DateOrder::either, *day_first, ""};
}

// "2024-06-09", "2024/06/09", "09.06.2024", "09-Jun-2024", "06-09-2024", "06/09/2024".
std::optional<DateText> date_in_one_word(std::string_view word) {
  const std::size_t mark = word.find_first_of("-/.");
  if (mark == std::string_view::npos) return std::nullopt;
  const Words parts = split(word, word[mark]);
  if (parts.size() != 3) return std::nullopt;
  const bool year_first = parts[0].size() == 4, is_clear = year_first || word[mark] == '.' || month_of(parts[1]);
  if (!is_clear) return either_order(parts, word[mark] == '-');
  const auto seconds = midnight(parts[year_first ? 0 : 2], parts[1], parts[year_first ? 2 : 0]);
  return seconds ? std::optional<DateText>(DateText{seconds, DateOrder::clear, 0, ""}) : std::nullopt;
}

std::string joined(const Words& words, std::size_t begin) {
  std::string text;
  for (std::size_t i = begin; i < words.size(); ++i) text.append(i == begin ? "" : " ").append(words[i]);
  return text;
}

// "Nov 27 08:00:00", "27 Nov 2026 08:00:00", "Nov 27, 2026 08:00:00", "Nov 27 08:00:00 UTC 2026".
std::optional<DateText> date_in_words(Words words) {
  if (words.size() < 3) return std::nullopt;
  if (month_of(words[1])) std::swap(words[0], words[1]);
  if (!words[1].empty() && words[1].back() == ',') words[1].remove_suffix(1);
  const auto month = month_of(words[0]);
  const auto day = digits_between(words[1], 1, 31);
  if (!month || !day) return std::nullopt;
  const auto place = year_of(words[2]) ? words.begin() + 2 : words.end() - 1;
  const auto year = year_of(*place);
  if (year) words.erase(place);
  const auto seconds = midnight(year, month, day);
  if (year && !seconds) return std::nullopt;
  return DateText{seconds, DateOrder::clear, 0, joined(words, 2)};
}

}  // namespace

std::optional<DateText> take_date(std::string_view text) {
  Words words = split_blanks(text);
  if (words.empty()) return std::nullopt;
  std::string_view first = words[0];
  if (first.back() == ',') first.remove_suffix(1);
  if (is_weekday(first)) words.erase(words.begin());
  if (words.empty()) return std::nullopt;
  if (auto date = date_in_words(words)) return date;
  const std::size_t gap = std::min(words[0].find('T'), words[0].size());
  auto date = date_in_one_word(words[0].substr(0, gap));
  if (!date) return std::nullopt;
  words[0].remove_prefix(std::min(gap + 1, words[0].size()));
  date->rest = joined(words, words[0].empty() ? 1 : 0);
  return date;
}

}  // namespace wattline
