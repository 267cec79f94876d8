// SPDX-License-Identifier: Apache-2.0
#include "loadlog/load_writer.hpp"

#include <cmath>
#include <cstdio>
#include <vector>

#include "loadlog/rows.hpp"

namespace wattline::loadlog {

namespace {

// "12.5,-,3.0": a core that is off has no number.
void format_list(const std::vector<double>& values, int decimals, std::string& list) {
  list.clear();
  char text[32];
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) list += ',';
    if (std::isfinite(values[i])) {
      std::snprintf(text, sizeof text, "%.*f", decimals, values[i]);
      list += text;
    } else {
      list += '-';
    }
  }
}

}  // namespace

void LoadWriter::write(const LoadTime& time, const platform::LoadRow& load) {
  format_list(load.core_pct, 1, core_pct_);
  format_list(load.core_khz, 0, core_khz_);
  load_rows().write(rows_, {time.time, time.mono, &load, core_pct_, core_khz_, source_});
}

}  // namespace wattline::loadlog
