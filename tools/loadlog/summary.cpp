// SPDX-License-Identifier: Apache-2.0
#include "loadlog/summary.hpp"

#include <cmath>

#include "loadlog/rows.hpp"

namespace wattline::loadlog {

Summary::Summary() : columns_(platform::load_columns().size()) {}

void Summary::add(const platform::LoadRow& load) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const double value = load.*platform::load_columns()[i].value;
    if (std::isfinite(value)) columns_[i].add(value);
  }
}

void Summary::write(const platform::ClockTimes& shares, long long missed, const char* source,
                    io::TsvWriter& rows) const {
  SummaryRow row{};
  row.missed = missed;
  row.source = source;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    row.name = platform::load_columns()[i].column.name;
    row.samples = columns_[i].count();
    row.min = columns_[i].min();
    row.mean = columns_[i].mean();
    row.max = columns_[i].max();
    summary_rows().write(rows, row);
  }
  row.samples.reset();
  row.min = row.mean = row.max = std::nullopt;
  for (const auto& [knob, clocks] : shares) {
    for (const auto& [hz, share_pct] : clocks) {
      row.name = knob;
      row.clock_hz = hz;
      row.share_pct = share_pct;
      summary_rows().write(rows, row);
    }
  }
}

}  // namespace wattline::loadlog
