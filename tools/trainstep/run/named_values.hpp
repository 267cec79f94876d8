// SPDX-License-Identifier: Apache-2.0
// Values as the texts that rows of name, value and unit have: what `trainstep info` prints, and the summary of a run.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "io/tsv.hpp"

namespace wattline::trainstep {

// NA where there is none.
inline std::string number_text(std::optional<double> value) {
  return value && std::isfinite(*value) ? fmt::format("{:.3f}", *value) : "NA";
}
inline std::string count_text(std::optional<std::int64_t> value) {
  return value ? std::to_string(*value) : "NA";
}

class NamedValues {
 public:
  // Of a row kind with these three columns.
  explicit NamedValues(io::TsvWriter& rows) : rows_(rows) {}

  void text(const std::string& name, const std::string& value, const std::string& unit = "text") {
    rows_.text(name).text(value).text(unit).end_row();
  }
  void count(const std::string& name, std::optional<std::int64_t> value, const std::string& unit = "1") {
    text(name, count_text(value), unit);
  }

 private:
  io::TsvWriter& rows_;
};

}  // namespace wattline::trainstep
