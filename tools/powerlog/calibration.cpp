// SPDX-License-Identifier: Apache-2.0
#include "powerlog/calibration.hpp"

#include "base/error.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::powerlog {

namespace {

// A correction beyond belongs to another rail, or is none.
constexpr double kLeastGain = 0.1, kMostGain = 10;

}  // namespace

Calibration read_calibration(const std::string& path) {
  Calibration calibration;
  if (path.empty()) return calibration;
  io::TsvReader reader(path);
  const std::size_t rail = reader.require("rail");
  const std::size_t gain = reader.require("gain");
  const std::size_t offset = reader.require("offset_w");
  while (reader.next()) {
    const std::string name(reader.field(rail));
    const Correction correction{reader.required_number(gain), reader.required_number(offset)};
    const std::string line = path + ": line " + std::to_string(reader.line());
    if (!(correction.gain >= kLeastGain && correction.gain <= kMostGain)) {
      throw data_error(line + ": a gain of " + std::string(reader.field(gain)) + " for rail " + name +
                       "; sensors of power need one from 0.1 to 10");
    }
    const bool is_new = calibration.insert({name, correction}).second;
    if (!is_new) throw data_error(line + ": a second row for rail " + name);
  }
  reader.require_whole();
  if (calibration.empty()) throw data_error(path + ": no rows of rail, gain, offset_w");
  return calibration;
}

}  // namespace wattline::powerlog
