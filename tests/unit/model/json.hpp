// SPDX-License-Identifier: Apache-2.0
// Test vectors: JSON files in tests/fixtures, read by Boost.
#pragma once
#define BOOST_BIND_GLOBAL_PLACEHOLDERS  // its JSON parser uses them
#include <boost/property_tree/json_parser.hpp>
#include <string>
#include <vector>

#include "model/mode.hpp"

namespace wattline::test {

using Json = boost::property_tree::ptree;

// Throws when there is no such file.
inline Json read_fixture(const std::string& name) {
  Json json;
  boost::property_tree::read_json(std::string(WATTLINE_SOURCE_DIR) + "/tests/fixtures/" + name, json);
  return json;
}

inline std::vector<double> numbers(const Json& list) {
  std::vector<double> values;
  for (const auto& item : list) values.push_back(item.second.get_value<double>());
  return values;
}

// [cores, cpu GHz, gpu GHz, emc GHz] to kernel units.
inline std::vector<model::Mode> modes(const Json& list) {
  const auto whole = [](double value) { return static_cast<std::int64_t>(value + 0.5); };
  std::vector<model::Mode> result;
  for (const auto& item : list) {
    const std::vector<double> v = numbers(item.second);
    result.push_back({whole(v[0]), whole(v[1] * 1e6), whole(v[2] * 1e9), whole(v[3] * 1e9), 0});
  }
  return result;
}

}  // namespace wattline::test
