// SPDX-License-Identifier: Apache-2.0
#include "base/text_counter.hpp"

#include <cmath>
#include <regex>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline {

namespace {

constexpr std::size_t kMostDigits = 15;  // exact in a double

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Reads on from a place in the text.
class Cursor {
 public:
  Cursor(std::string_view text, std::size_t at) : text_(text), at_(at) {}
  char now() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  char after() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }
  std::size_t at() const { return at_; }
  bool at_end() const { return at_ >= text_.size(); }
  void skip() { ++at_; }
  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  std::string_view digits() {
    const std::size_t start = at_;
    while (is_digit(now())) ++at_;
    return text_.substr(start, at_ - start);
  }
  std::string_view since(std::size_t start) const { return text_.substr(start, at_ - start); }

 private:
  std::string_view text_;
  std::size_t at_;
};

struct Number {
  double value = 0, resolution = 1;
};

double scale_of(char suffix) {
  switch (suffix) {
    case 'k':
    case 'K':
      return 1e3;
    case 'M':
      return 1e6;
    case 'G':
      return 1e9;
    case 'T':
      return 1e12;
    default:
      return 1;
  }
}

// 3125 or 3.12k.
std::optional<Number> read_number(Cursor& cursor) {
  const std::string_view whole = cursor.digits();
  if (whole.empty() || whole.size() > kMostDigits) return std::nullopt;
  std::string_view fraction;
  if (cursor.now() == '.' && is_digit(cursor.after())) {
    cursor.skip();
    fraction = cursor.digits();
    if (fraction.size() > kMostDigits) return std::nullopt;
  }
  const double scale = is_letter(cursor.after()) ? 1 : scale_of(cursor.now());
  if (scale > 1) cursor.skip();
  const double resolution = scale / std::pow(10, static_cast<double>(fraction.size()));
  const auto digits = to_double(std::string(whole) + std::string(fraction));
  return digits ? std::optional<Number>({*digits * resolution, resolution}) : std::nullopt;
}

bool may_stand_before(std::string_view text, std::size_t at) {
  if (at == 0) return true;
  const char before = text[at - 1];
  return !is_letter(before) && std::string_view("/.,-_").find(before) == std::string_view::npos;
}

bool may_stand_behind(const Cursor& cursor) {
  const char c = cursor.now();
  if ((c == '.' || c == ',') && is_digit(cursor.after())) return false;
  return !is_letter(c) && !is_digit(c) && std::string_view("/-_%").find(c) == std::string_view::npos;
}

// The total behind the slash.
bool read_total(Cursor& cursor, TextCounter& counter) {
  if (cursor.take("Unknown") || cursor.take("?") || cursor.take("--")) return true;
  const auto total = read_number(cursor);
  if (!total || total->value < 1 || total->value + total->resolution < counter.done) return false;
  const bool is_fraction = counter.resolution < 1 || total->resolution < 1;
  if (is_fraction && total->resolution <= 1) return false;  // a size, but 5.00/3.10k is a count
  counter.total = total->value;
  return true;
}

// "it [00:12, " behind the number.
bool is_endless_bar(Cursor cursor) {
  while (is_letter(cursor.now())) cursor.skip();
  if (!cursor.take(" [") || cursor.digits().empty() || !cursor.take(":")) return false;
  while (is_digit(cursor.now()) || cursor.now() == ':') cursor.skip();
  return cursor.take(", ");
}

// The counter that starts there; its end is where the cursor is left.
std::optional<TextCounter> read_counter(Cursor& cursor, bool complete) {
  TextCounter counter;
  const auto done = read_number(cursor);
  if (!done) return std::nullopt;
  counter.done = done->value;
  counter.resolution = done->resolution;
  if (counter.resolution >= 1 && is_endless_bar(cursor)) return counter;
  if (!cursor.take(" / ") && !cursor.take("/")) return std::nullopt;
  const std::size_t start = cursor.at();
  if (!read_total(cursor, counter) || !may_stand_behind(cursor)) return std::nullopt;
  if (cursor.at_end() && !complete) return std::nullopt;
  counter.key = std::string(cursor.since(start));
  return counter;
}

// The last word without anything but letters at its ends; empty if digits are in it.
std::string last_word(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && !is_letter(text[end - 1]) && !is_digit(text[end - 1])) --end;
  std::size_t start = end;
  while (start > 0 && (is_letter(text[start - 1]) || is_digit(text[start - 1]))) --start;
  return to_lower(text.substr(start, end - start));
}

// Bars of one program are told apart by the first word of their texts: "Validation DataLoader 0: 3/30".
std::string first_word(std::string_view text) {
  std::size_t start = 0;
  while (start < text.size() && !is_letter(text[start])) ++start;
  std::size_t end = start;
  while (end < text.size() && is_letter(text[end])) ++end;
  return std::string(text.substr(start, end - start));
}

}  // namespace

std::vector<TextCounter> counters_in(std::string_view text, bool complete) {
  std::vector<TextCounter> counters;
  for (std::size_t at = 0, from = 0; at < text.size();) {
    if (!is_digit(text[at])) {
      ++at;
      continue;
    }
    Cursor cursor(text, at);
    auto counter = may_stand_before(text, at) ? read_counter(cursor, complete) : std::nullopt;
    if (counter) {
      const std::string word = last_word(text.substr(from, at - from));
      counter->counts_epochs = word == "epoch" || word == "epochs";
      counter->key = first_word(text.substr(0, at)) + " " + std::to_string(counters.size()) + " of " + counter->key;
      counters.push_back(*counter);
      from = at = std::max(cursor.at(), at + 1);
    } else {
      while (at < text.size() && is_digit(text[at])) ++at;
    }
  }
  return counters;
}

struct CounterPattern::Compiled {
  std::regex regex;
};

CounterPattern::CounterPattern(const std::string& expression) {
  try {
    compiled_ = std::make_shared<const Compiled>(Compiled{std::regex(expression, std::regex::ECMAScript)});
  } catch (const std::regex_error&) {
    throw usage_error("'" + expression + "': not a regular expression", "write one such as 'step (\\d+)'");
  }
  if (compiled_->regex.mark_count() != 1) {
    throw usage_error("'" + expression + "': has " + std::to_string(compiled_->regex.mark_count()) +
                          " groups, and the count is to be one",
                      "write ( ) around the count, and (?: ) around other groups");
  }
}

std::optional<TextCounter> CounterPattern::find(std::string_view text, bool complete) const {
  std::cmatch match;
  if (!std::regex_search(text.data(), text.data() + text.size(), match, compiled_->regex) || !match[1].matched)
    return std::nullopt;
  if (!complete && match[1].second == text.data() + text.size()) return std::nullopt;
  const std::string found = match[1].str();
  const std::vector<TextCounter> counters = counters_in(found, true);
  TextCounter counter;
  if (!counters.empty()) {
    counter = counters.back();
  } else {
    Cursor cursor(found, 0);
    const auto number = read_number(cursor);
    if (!number || !cursor.at_end()) return std::nullopt;
    counter.done = number->value;
    counter.resolution = number->resolution;
  }
  counter.key.clear();
  return counter;
}

}  // namespace wattline
