// SPDX-License-Identifier: Apache-2.0
// Rows of energies.
#include "io/rows.hpp"

#include "io/row_columns.hpp"

namespace wattline::io {

const RowKind& calibration_rows() {
  static const RowKind kind{"calibration",
                            {{"rail", "", 0, "name of the rail"},
                             {"gain", "1", 6, "meter power = gain x rail power + offset"},
                             {"offset_w", "W", 6, "its constant part"},
                             {"residual_sd_w", "W", 6, "standard deviation of what the fit leaves"},
                             {"samples", "1", 0, "stretches of time fitted"},
                             kSource}};
  return kind;
}

const std::vector<Column>& energy_columns() {
  static const std::vector<Column> columns{{"energy_j", "J", 6, "energy of the interval"},
                                           {"mean_power_w", "W", 4, "energy divided by the interval's length"},
                                           {"samples", "1", 0, "power readings inside the interval"},
                                           {"coverage_pct", "%", 2, "share of the interval that power readings cover"},
                                           {"energy_err_j", "J", 6, "bound of the energy's error"}};
  return columns;
}

}  // namespace wattline::io
