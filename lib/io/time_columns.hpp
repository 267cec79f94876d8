// SPDX-License-Identifier: Apache-2.0
// The columns with the time of a row, for row tables.
#pragma once
#include <vector>

#include "io/row_columns.hpp"
#include "io/row_table.hpp"

namespace wattline::io {

// Of rows about an instant, with the members time and mono.
template <class Row>
std::vector<typename RowTable<Row>::Field> instant_fields() {
  const RowTable<Row> table{"instant", {{kTime, &Row::time}, {kMono, &Row::mono}}};
  return table.fields();
}

// Of rows about an interval, with the members start, end and end_time.
template <class Row>
std::vector<typename RowTable<Row>::Field> interval_fields() {
  const RowTable<Row> table{"interval", {{kStart, &Row::start}, {kEnd, &Row::end}, {kEndTime, &Row::end_time}}};
  return table.fields();
}

}  // namespace wattline::io
