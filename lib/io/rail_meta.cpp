// SPDX-License-Identifier: Apache-2.0
#include "io/rail_meta.hpp"

#include <optional>

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

}  // namespace

RailFacts rail_facts(const Meta& meta, const std::string& rail, std::string& problem) {
  const std::string prefix = "rail." + rail + ".";
  RailFacts facts;
  facts.window_s = number(meta, prefix + "window_s", problem).value_or(0);
  facts.error_w = number(meta, prefix + "error_w", problem);
  facts.counter = number(meta, prefix + "counter", problem).value_or(0) != 0;
  return facts;
}

}  // namespace wattline::io
