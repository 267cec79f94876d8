// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/command_words.hpp"

#include <algorithm>

#include "base/parse.hpp"
#include "measure/step_fifo.hpp"

namespace wattline::pmsweep {

namespace {

bool mentions(const std::vector<std::string>& words, const std::string& text) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word.find(text) != std::string::npos; });
}

}  // namespace

bool CommandWords::uses(const std::string& column) const {
  return mentions({options_.prepare, options_.cleanup}, "PMSWEEP_" + column) || mentions(words_, "{" + column + "}");
}

SweptValues CommandWords::swept_values(const Item& item, const std::vector<std::string>& carried) const {
  SweptValues swept;
  for (const std::string& name : carried) {
    if (name != "mode" && uses(name)) swept.emplace_back(name, item.values.at(name));
  }
  return swept;
}

std::string CommandWords::comparable(const Item& item) const {
  std::map<std::string, std::string> values;
  for (const auto& [name, value] : item.values) {
    if (!is_knob_column(name) && name != "mode") values[name] = value;
  }
  return join(with(values), " ");
}

bool CommandWords::names_mode() const {
  return mentions(words_, "{mode}");
}

bool CommandWords::names_steps() const {
  return measure::names_steps(words_);
}

std::string CommandWords::fifo_in(const std::string& folder) const {
  return names_steps() ? folder + "/steps.fifo" : "";
}

}  // namespace wattline::pmsweep
