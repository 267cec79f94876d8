// SPDX-License-Identifier: Apache-2.0
#include "platform/load/tegrastats_rails.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/parse.hpp"

namespace wattline::platform {

namespace {

constexpr std::string_view kDigits = "0123456789";

struct Value {
  double watts;
  bool has_unit, is_pair;
};

// "1234", "-8mW", "1.2W"; empty for other text.
std::optional<Value> read_number(std::string_view text) {
  const std::size_t digits = text.find_first_not_of("0123456789.-");
  const std::string_view unit = digits == std::string_view::npos ? "" : text.substr(digits);
  const auto number = to_double(text.substr(0, digits));
  if (!number || (!unit.empty() && unit != "mW" && unit != "W")) return std::nullopt;
  return Value{*number * (unit == "W" ? 1 : 1e-3), !unit.empty(), false};
}

// "1234/1230" (r32), "1234mW/1230mW" (r34 on), "1mW/2mW/3mW" (r39), and "1234mW" alone: the first is the present value.
std::optional<Value> read_value(std::string_view text) {
  const auto parts = split(text, '/');
  if (parts.size() > 3) return std::nullopt;
  std::optional<Value> first;
  for (const std::string_view part : parts) {
    const auto value = read_number(part);
    if (!value || (first && first->has_unit != value->has_unit)) return std::nullopt;
    if (!first) first = value;
  }
  first->is_pair = parts.size() > 1;
  if (!first->has_unit && !first->is_pair) return std::nullopt;
  return first;
}

// Words of a program whose output runs into the line have small letters: "Epoch 1/100", "loss 3W".
bool is_rail_name(std::string_view name, const Value& value) {
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name.front())) == 0) return false;
  return std::all_of(name.begin(), name.end(), [&](char c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool small = std::islower(byte) != 0 && !(value.has_unit && value.is_pair);
    return !small && (std::isalnum(byte) != 0 || c == '_' || c == '-' || c == '.' || c == '+');
  });
}

// "NAmW/NAmW": a unit without a number.
bool names_unit(std::string_view text) {
  constexpr std::string_view kUnit = "mW";
  const auto parts = split(text, '/');
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return part.size() > kUnit.size() && part.substr(part.size() - kUnit.size()) == kUnit &&
           std::isdigit(static_cast<unsigned char>(part[0])) == 0;
  });
}

// The second of "5 mW/5 mW".
bool is_unit_of(std::string_view text, std::string_view number) {
  return text.substr(0, 2) == "mW" && to_double(number).has_value();
}

std::string distinct(const std::string& name, const std::vector<TegrastatsPower>& rails) {
  const auto taken = [&](const std::string& wanted) {
    return std::any_of(rails.begin(), rails.end(), [&](const TegrastatsPower& power) { return power.rail == wanted; });
  };
  std::string free = name;
  for (int i = 2; taken(free); ++i) free = name + "_" + std::to_string(i);
  return free;
}

}  // namespace

bool names_power(std::string_view text) {
  for (std::size_t w = text.find('W'); w != std::string_view::npos; w = text.find('W', w + 1)) {
    std::size_t unit = w;
    if (unit > 0 && (text[unit - 1] == 'm' || text[unit - 1] == 'k' || text[unit - 1] == 'u')) --unit;
    const bool number = unit > 0 && kDigits.find(text[unit - 1]) != std::string_view::npos;
    const bool ends = w + 1 == text.size() || std::isalnum(static_cast<unsigned char>(text[w + 1])) == 0;
    if (number && ends) return true;
  }
  return false;
}

std::vector<TegrastatsPower> read_rails(const std::vector<std::string_view>& words,
                                        std::vector<std::string>& not_understood) {
  const bool units = std::any_of(words.begin(), words.end(), [](std::string_view word) {
    const auto value = read_value(word);
    return value && value->has_unit;
  });
  std::vector<TegrastatsPower> rails;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto value = read_value(words[i]);
    const bool is_rail = value && value->has_unit == units && is_rail_name(words[i - 1], *value);
    if (is_rail) {
      rails.push_back({distinct(std::string(words[i - 1]), rails), value->watts});
    } else if (names_power(words[i]) || names_unit(words[i])) {
      not_understood.push_back(std::string(words[i - 1]) + " " + std::string(words[i]));
    } else if (i > 1 && is_unit_of(words[i], words[i - 1])) {
      not_understood.push_back(std::string(words[i - 2]) + " " + std::string(words[i - 1]));
    }
  }
  return rails;
}

}  // namespace wattline::platform
