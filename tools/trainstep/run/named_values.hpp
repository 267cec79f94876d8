// SPDX-License-Identifier: Apache-2.0
// Rows of a name, a value and its unit: the summary of a run, and what `trainstep info` prints.
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "io/tsv.hpp"

namespace wattline::trainstep {

class NamedValues {
 public:
  // Of a row kind with these three columns.
  explicit NamedValues(io::TsvWriter& rows) : rows_(rows) {}

  void text(const std::string& name, const std::string& value, const std::string& unit = "text") {
    rows_.text(name).text(value).text(unit).end_row();
  }
  void number(const std::string& name, std::optional<double> value, const std::string& unit) {
    text(name, value ? fmt::format("{:.3f}", *value) : "NA", unit);
  }
  void count(const std::string& name, std::optional<std::int64_t> value, const std::string& unit = "1") {
    text(name, value ? std::to_string(*value) : "NA", unit);
  }

 private:
  io::TsvWriter& rows_;
};

}  // namespace wattline::trainstep
