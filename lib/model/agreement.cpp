// SPDX-License-Identifier: Apache-2.0
#include "model/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::model {

namespace {

constexpr double kNoise = 1.05;  // as in history.cpp, for readings of the usual error
constexpr double kFar = 1.5;  // two readings of which one is more than twice the other are both so far from their mean
constexpr std::size_t kShown = 3;

using Values = std::vector<double>;

// Beyond `factor` of each other.
bool differ(double a, double b, double factor) {
  return std::fabs(std::log(a / b)) > std::log(factor);
}

bool differ(const Values& values) {
  const auto [least, largest] = std::minmax_element(values.begin(), values.end());
  return differ(*least, *largest, kNoise);
}

bool has_majority(const Values& values) {
  const double middle = combine(values);
  const auto near = std::count_if(values.begin(), values.end(), [&](double v) { return !differ(v, middle, kFar); });
  return 2 * static_cast<std::size_t>(near) > values.size();
}

// "8c/1.2G/900M/2133M (batch 16): 50 and 500 ms"
std::string describe(const Mode& mode, const Values& values, const char* unit) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(fmt::format("{:.4g}", value));
  const std::string last = texts.back();
  texts.pop_back();
  const auto batch = batch_of(mode);
  return fmt::format("{}{}: {} and {} {}", to_string(to_power_mode(mode)),
                     batch ? fmt::format(" (batch {})", *batch) : "", join(texts, ", "), last, unit);
}

}  // namespace

std::string doubt_about_repeats(const std::vector<ModeReading>& readings, const std::string& table) {
  std::map<Mode, std::pair<Values, Values>> by_mode;
  for (const ModeReading& reading : readings) {
    if (is_noisy(reading)) continue;  // its error explains the difference
    by_mode[reading.mode].first.push_back(reading.minibatch_ms);
    by_mode[reading.mode].second.push_back(reading.power_w);
  }
  std::vector<std::string> doubts;
  for (const auto& [mode, values] : by_mode) {
    for (const auto& [part, unit] : {std::pair{&values.first, "ms"}, {&values.second, "W"}}) {
      if (!differ(*part)) continue;
      const std::string text = describe(mode, *part, unit);
      if (has_majority(*part)) {
        doubts.push_back(text);
        break;
      }
      throw data_error(table + ": the readings of a mode contradict each other: " + text,
                       "remove the wrong row; if the rows are of several workloads, choose those of one");
    }
  }
  if (doubts.empty()) return {};
  const std::size_t count = doubts.size();
  doubts.resize(std::min(count, kShown));
  return fmt::format("{}: the readings of {} differ by more than 5 %: {}{}", table,
                     count == 1 ? "a mode" : fmt::format("{} modes", count), join(doubts, "; "),
                     count > kShown ? " ..." : "");
}

}  // namespace wattline::model
