// SPDX-License-Identifier: Apache-2.0
// A row kind whose columns are bound to the values of a struct. The header and the fields come from one list, so that
// two columns cannot be swapped and none can be forgotten.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "io/tsv.hpp"

namespace wattline::io {

// A field that is escaped already, or has nothing in it to escape.
struct EscapedText {
  std::string_view text;
};

// One field of a row: a number (not finite = NA), a time in nanoseconds, a text. An empty optional is NA.
template <class Value>
void write_field(TsvWriter& rows, const Value& value) {
  if constexpr (std::is_floating_point_v<Value>) {
    rows.number(static_cast<double>(value));
  } else if constexpr (std::is_integral_v<Value>) {
    rows.integer(static_cast<std::int64_t>(value));
  } else if constexpr (std::is_same_v<Value, std::chrono::nanoseconds>) {
    rows.seconds(value.count());
  } else if constexpr (std::is_same_v<Value, EscapedText>) {
    rows.raw(value.text);
  } else {
    rows.text(value);
  }
}
template <class Value>
void write_field(TsvWriter& rows, const std::optional<Value>& value) {
  if (value) {
    write_field(rows, *value);
  } else {
    rows.missing();
  }
}

template <class Row>
class RowTable {
 public:
  struct Field {
    // `get` is what std::invoke takes on a Row: a data member, a member function or a function.
    template <class Get>
    Field(Column bound_column, Get get)
        : column(std::move(bound_column)),
          write([get](TsvWriter& rows, const Row& row) { write_field(rows, std::invoke(get, row)); }) {}
    Column column;
    std::function<void(TsvWriter& rows, const Row& row)> write;
  };

  RowTable(std::string name, std::vector<Field> fields) : kind_{std::move(name), {}}, fields_(std::move(fields)) {
    for (const Field& field : fields_) kind_.columns.push_back(field.column);
  }
  const RowKind& kind() const { return kind_; }
  // Writes the fields of one row, in order, and ends it. Allocates nothing.
  void write(TsvWriter& rows, const Row& row) const {
    for (const Field& field : fields_) field.write(rows, row);
    rows.end_row();
  }

 private:
  RowKind kind_;
  std::vector<Field> fields_;
};

}  // namespace wattline::io
