// SPDX-License-Identifier: Apache-2.0
#include "powerlog/column_units.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::powerlog {

namespace {

struct Word {
  std::string text;
  bool in_brackets = false;
};

bool is_lower(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0;
}

bool is_upper(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0;
}

// In lower case, with a u for either of the two micro signs.
std::string plain(const std::string& text) {
  std::string word = to_lower(text);
  for (const char* micro : {"\u00b5", "\u03bc"}) {
    if (word.compare(0, 2, micro) == 0) word.replace(0, 2, "u");
  }
  return word;
}

// Watt hours: a mark between the two letters is no end of a word.
std::string with_whole_hours(std::string name) {
  for (const char* hours : {"W/h", "W.h", "W*h", "W-h", "W\u00b7h", "W h"}) {
    const std::size_t at = name.find(hours), end = at + std::string_view(hours).size();
    const bool is_word = at != std::string::npos && (end == name.size() || !is_lower(name[end]));
    if (is_word) name.replace(at, end - at, "Wh");
  }
  return name;
}

// "elapsedMs" -> elapsed, Ms; "load%" -> load, %. Of "powermW" it is not clear where the unit begins.
bool begins_word(const std::string& name, std::size_t i) {
  if (name[i] == '%') return true;
  if (i < 2 || !is_upper(name[i]) || !is_lower(name[i - 1]) || !is_lower(name[i - 2])) return false;
  const bool is_last_letter = i + 1 == name.size() || !is_lower(name[i + 1]);
  return !(name[i] == 'W' && is_last_letter && (name[i - 1] == 'm' || name[i - 1] == 'u' || name[i - 1] == 'k'));
}

// "CPU power (mW)" -> CPU, power, mW
std::vector<Word> words_of(const std::string& column) {
  constexpr std::string_view kMarks = " \t()[]{}<>_/,:;=.-|";
  std::vector<Word> words(1);
  bool in_brackets = false;
  const std::string name = with_whole_hours(column);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool is_mark = kMarks.find(c) != std::string_view::npos;
    if (is_mark || begins_word(name, i)) words.emplace_back();
    if (c == '(' || c == '[') in_brackets = true;
    if (c == ')' || c == ']') in_brackets = false;
    if (!is_mark) words.back().text += c;
    words.back().in_brackets = in_brackets;
  }
  words.erase(std::remove_if(words.begin(), words.end(), [](const Word& word) { return word.text.empty(); }),
              words.end());
  return words;
}

bool is_among(const std::string& list, const std::string& word) {
  return list.find(" " + word + " ") != std::string::npos;
}

// Units and names of other quantities than power.
bool is_other_unit(const std::string& text) {
  const std::string word = plain(text);
  const bool is_other_power = word.size() == 2 && word[1] == 'w' && !watts_of_unit(text);  // MW, which may mean mW
  return is_other_power ||
         is_among(
             " va kva mva var kvar mvar wh mwh kwh gwh uwh ws kj mj ma mv kv uv mah db dbm dbw dbuv joule joules "
             "voltage "
             "volt volts amp amps ampere amperes apparent reactive celsius hz khz mhz ghz ohm ohms bytes rpm hp ",
             word);
}

// The same at the end of a name or in brackets: elsewhere they may be part of a name, as in "A power".
bool is_other_unit_at_end(const std::string& text) {
  const bool is_glued = text.size() > 2 && (ends_with(text, "mW") || ends_with(text, "uW") || ends_with(text, "kW")) &&
                        !watts_of_unit(text);
  return is_glued || is_other_unit(text) ||
         is_among(
             " % a v j c k ua ka ah pf factor percent energy energie current strom spannung charge capacity "
             "temperature temp \u00b0c ",
             plain(text));
}

// Of the words in brackets, else the last one, else all: the first group with a unit decides.
std::vector<std::vector<Word>> groups_of(const std::vector<Word>& words) {
  std::vector<std::vector<Word>> groups(3);
  std::copy_if(words.begin(), words.end(), std::back_inserter(groups[0]), [](const Word& w) { return w.in_brackets; });
  if (!words.empty()) groups[1].push_back(words.back());
  groups[2] = words;
  return groups;
}

Error no_power(const std::string& file, const std::string& column, const std::string& unit) {
  return data_error(file + ": column '" + column + "': '" + unit + "' is no unit of power",
                    "choose or rename a column in W, mW, uW or kW");
}

std::optional<double> seconds_of_unit(const std::string& unit) {
  if (is_among(" s sec secs second seconds sekunde sekunden ", unit)) return 1;
  if (is_among(" ms msec msecs millis millisecond milliseconds millisekunden ", unit)) return 1e-3;
  if (is_among(" us usec usecs micros microsecond microseconds mikrosekunden ", unit)) return 1e-6;
  if (is_among(" ns nsec nsecs nanos nanosecond nanoseconds nanosekunden ", unit)) return 1e-9;
  if (is_among(" min mins minute minutes minuten ", unit)) return 60;
  if (is_among(" h hr hrs hour hours stunde stunden ", unit)) return 3600;
  if (is_among(" d day days tage ", unit)) return 86400;
  return std::nullopt;
}

// "timems"; "times" states no unit.
std::string without_name_of_time(const std::string& word) {
  for (const std::string_view name : {"timestamp", "time", "elapsed", "zeit"}) {
    if (word.size() > name.size() + 1 && word.compare(0, name.size(), name) == 0) return word.substr(name.size());
  }
  return word;
}

}  // namespace

std::optional<double> watts_of_unit(std::string_view unit) {
  if (unit == "W" || unit == "w" || unit == "watt" || unit == "watts" || unit == "Watt" || unit == "Watts") return 1;
  if (unit == "mW" || unit == "mw" || unit == "milliwatt" || unit == "milliwatts") return 1e-3;
  if (unit == "uW" || unit == "uw" || unit == "\u00b5W" || unit == "\u03bcW" || unit == "microwatts") return 1e-6;
  if (unit == "kW" || unit == "kw" || unit == "KW") return 1e3;
  return std::nullopt;
}

double watts_of_column(const std::string& file, const std::string& column) {
  const auto groups = groups_of(words_of(column));
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::optional<double> stated;
    for (const Word& word : groups[g]) {
      const auto watts = watts_of_unit(word.text);
      const bool is_other = !watts && (g < 2 ? is_other_unit_at_end(word.text) : is_other_unit(word.text));
      if (is_other || (watts && stated && *watts != *stated)) throw no_power(file, column, word.text);
      if (watts) stated = watts;
    }
    if (stated) return *stated;
  }
  return 1;
}

std::optional<double> seconds_of_column(const std::string& column) {
  std::optional<double> stated;
  for (const Word& word : words_of(column)) {
    const auto seconds = seconds_of_unit(without_name_of_time(plain(word.text)));
    if (seconds && stated && *seconds != *stated) return 0;
    if (seconds) stated = seconds;
  }
  return stated;
}

}  // namespace wattline::powerlog
