// SPDX-License-Identifier: Apache-2.0
// The columns with the time of a row, for row tables.
#pragma once
#include <cstdint>
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

// Of rows about an interval.
struct IntervalTimes {
  std::int64_t start_ns = 0, end_ns = 0;  // CLOCK_MONOTONIC
  std::int64_t end_time_ns = 0;           // CLOCK_REALTIME, at the end
};
// Of rows that are IntervalTimes.
template <class Row>
std::vector<typename RowTable<Row>::Field> interval_fields() {
  const RowTable<Row> table{
      "interval",
      {{kStart, &Row::start_ns, as_time}, {kEnd, &Row::end_ns, as_time}, {kEndTime, &Row::end_time_ns, as_time}}};
  return table.fields();
}

}  // namespace wattline::io
