// SPDX-License-Identifier: Apache-2.0
// The columns of power rows that tools read; powerlog writes such rows.
#pragma once
#include <optional>
#include <string_view>

#include "io/tsv_row.hpp"

namespace wattline::io {

class PowerColumns {
 public:
  // Throws a data error without rail or power_w.
  explicit PowerColumns(const TsvRow& header)
      : rail_(header.require("rail")),
        power_(header.require("power_w")),
        mono_(header.find("mono_s")),
        time_(header.find("time_s")),
        stale_(header.find("stale")) {}
  std::string_view rail(const TsvRow& row) const { return row.field(rail_); }
  // Empty where the sensor gave none.
  std::optional<double> power_w(const TsvRow& row) const { return row.number(power_); }
  // Empty where a row has no such time, as imported ones have no mono_s.
  std::optional<double> mono_s(const TsvRow& row) const { return mono_ ? row.number(*mono_) : std::nullopt; }
  std::optional<double> time_s(const TsvRow& row) const { return time_ ? row.number(*time_) : std::nullopt; }
  // time_s as text; empty without the column.
  std::string_view time_text(const TsvRow& row) const { return time_ ? row.field(*time_) : std::string_view(); }
  bool knows_stale() const { return stale_.has_value(); }
  bool stale(const TsvRow& row) const { return stale_ && row.field(*stale_) == "1"; }

 private:
  std::size_t rail_, power_;
  std::optional<std::size_t> mono_, time_, stale_;
};

}  // namespace wattline::io
