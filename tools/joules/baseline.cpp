// SPDX-License-Identifier: Apache-2.0
#include "joules/baseline.hpp"

#include <map>

#include "base/error.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::joules {

std::vector<double> read_baseline(const std::string& path, const std::vector<std::string>& rails) {
  io::TsvReader reader(path);
  const std::size_t rail = reader.require("rail");
  const std::size_t mean = reader.require("mean_w");
  const auto idle = reader.find("idle_w");
  std::map<std::string, double> watts;
  while (reader.next()) {
    const auto idle_w = idle ? reader.number(*idle) : std::nullopt;
    const auto value = idle_w ? idle_w : reader.number(mean);
    if (value) watts[std::string(reader.field(rail))] = *value;
  }
  std::vector<double> baseline;
  for (const std::string& name : rails) {
    if (watts.count(name) == 0) throw data_error("--net " + path + ": no mean power of rail " + name);
    baseline.push_back(watts[name]);
  }
  return baseline;
}

}  // namespace wattline::joules
