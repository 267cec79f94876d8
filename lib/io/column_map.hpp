// SPDX-License-Identifier: Apache-2.0
// Reads the tables of other programs under the names of our columns.
#pragma once
#include <string>
#include <vector>

namespace wattline::io {

// The column `column` is read as `name`, its numbers times `factor`.
struct MappedColumn {
  std::string name, column;
  double factor = 1;
};
using ColumnMap = std::vector<MappedColumn>;

// "minibatch_ms=latency_s*1000", "power_w=P (mW)/1000", "cores=n"; a factor is what stands behind the last * or / and
// is a number. Throws a usage error for other text, for a factor that is not positive, and for a name that stands
// twice.
ColumnMap parse_column_map(const std::vector<std::string>& texts);

}  // namespace wattline::io
