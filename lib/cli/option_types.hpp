// SPDX-License-Identifier: Apache-2.0
// Options with units, lists and choices on top of CLI11, and checks of numbers with readable errors.
#pragma once
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "cli/app.hpp"

namespace wattline::cli {

// Options with units, parsed by base/units.hpp. Text that does not parse is a usage error.
Option add_duration(App& app, const std::string& name, std::int64_t& ns, const std::string& help);
// A number without a unit is in milliseconds.
Option add_milliseconds(App& app, const std::string& name, double& ms, const std::string& help);
double parse_milliseconds(const std::string& text);
Option add_size(App& app, const std::string& name, std::int64_t& bytes, const std::string& help);

// A list: commas separate its values, and the option may be repeated. Takes no operand for a value.
Option add_list(App& app, const std::string& name, std::vector<std::string>& values, const std::string& help);

// The names of an enumeration's values, in the order in which --help and errors list them.
template <class Enum>
using Choices = std::vector<std::pair<const char*, Enum>>;

// The untyped part of add_choice: `store` gets the index of the chosen name.
Option add_choice(App& app, const std::string& name, const std::vector<std::string>& choices, const std::string& help,
                  std::function<void(std::size_t)> store);

// An option whose argument is one of the names. A value that has a name already is shown as the default; a
// std::optional without a value has none. Example:
//   add_choice(app, "--order", options.order, {{"up", Direction::up}, {"down", Direction::down}}, "Order of modes");
template <class Value, class Enum>
Option add_choice(App& app, const std::string& name, Value& value, const Choices<Enum>& choices,
                  const std::string& help) {
  std::vector<std::string> names;
  for (const auto& choice : choices) names.emplace_back(choice.first);
  const Option option =
      add_choice(app, name, names, help, [&value, choices](std::size_t index) { value = choices[index].second; });
  for (const auto& choice : choices) {
    if (value == choice.second) option.default_str(choice.first);
  }
  return option;
}
template <class Enum>
Option add_choice(App& app, const std::string& name, Enum& value,
                  std::initializer_list<std::pair<const char*, Enum>> choices, const std::string& help) {
  return add_choice(app, name, value, Choices<Enum>(choices), help);
}

// Checks of a number, in place of CLI11's PositiveNumber, NonNegativeNumber and Range, whose errors print the largest
// double with all of its 309 digits.
ValueCheck positive();
ValueCheck not_negative();
ValueCheck between(double low, double high);  // both bounds are allowed
// A check of each value of a list.
ValueCheck one_of(const std::vector<std::string>& names);

// Lets all options of the app and of its subcommands whose value is a number refuse other text with a plain sentence.
// Whole numbers are decimal, also with zeros in front, and must fit into 64 bits; CLI11 takes 010 for eight, and a
// number that does not fit for the nearest one that does. The checks of single options come first.
void check_numbers(CLI::App& app);

}  // namespace wattline::cli
