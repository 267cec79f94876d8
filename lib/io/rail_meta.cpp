// SPDX-License-Identifier: Apache-2.0
#include "io/rail_meta.hpp"

#include <optional>
#include <sstream>

#include "base/parse.hpp"

namespace wattline::io {

namespace {

std::optional<double> number(const Meta& meta, const std::string& name, std::string& problem) {
  const auto values = meta_values(meta, name);
  if (values.empty()) return std::nullopt;
  const auto value = to_double(values.back());
  if (value && *value >= 0) return value;
  problem = name + " is '" + values.back() + "'";
  return std::nullopt;
}

// Whether the parts of TOTAL ("VDD_GPU_SOC + VDD_CPU_CV") are channels of one chip.
bool parts_of_one_chip(const Meta& meta) {
  const auto rules = meta_values(meta, "total_rule");
  if (rules.empty()) return true;
  std::string chip;
  std::istringstream words(rules.back());
  for (std::string part; words >> part;) {
    const auto paths = meta_values(meta, "rail." + part + ".path");
    if (paths.empty()) continue;
    if (!chip.empty() && paths.back() != chip) return false;
    chip = paths.back();
  }
  return true;
}

}  // namespace

RailFacts rail_facts(const Meta& meta, const std::string& rail, std::string& problem) {
  const std::string prefix = "rail." + rail + ".";
  RailFacts facts;
  facts.window_s = number(meta, prefix + "window_s", problem).value_or(0);
  facts.error_w = number(meta, prefix + "error_w", problem);
  facts.counter = number(meta, prefix + "counter", problem).value_or(0) != 0;
  facts.one_chip = rail != "TOTAL" || parts_of_one_chip(meta);
  return facts;
}

}  // namespace wattline::io
