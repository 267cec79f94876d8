// SPDX-License-Identifier: Apache-2.0
#include "powerlog/calibration.hpp"

#include "base/error.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::powerlog {

Calibration read_calibration(const std::string& path) {
  Calibration calibration;
  if (path.empty()) return calibration;
  io::TsvReader reader(path);
  const std::size_t rail = reader.require("rail");
  const std::size_t gain = reader.require("gain");
  const std::size_t offset = reader.require("offset_w");
  while (reader.next()) {
    const std::string name(reader.field(rail));
    const bool is_new =
        calibration.insert({name, {reader.required_number(gain), reader.required_number(offset)}}).second;
    if (!is_new) throw data_error(path + ": line " + std::to_string(reader.line()) + ": a second row for rail " + name);
  }
  reader.require_whole();
  if (calibration.empty()) throw data_error(path + ": no rows of rail, gain, offset_w");
  return calibration;
}

}  // namespace wattline::powerlog
