// SPDX-License-Identifier: Apache-2.0
// A kind of row whose columns are bound to the values of a struct. The header and the fields come from one list, so
// that no two columns can be swapped and none can be forgotten.
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

// One field of a row: a number (not finite = NA), a time in nanoseconds, a text, or an enumerator, written as its
// to_string(). An empty optional is NA.
template <class Value>
void write_field(TsvWriter& rows, const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    rows.text(to_string(value));
  } else if constexpr (std::is_floating_point_v<Value>) {
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

// An integer of nanoseconds as a time.
inline std::chrono::nanoseconds as_time(std::int64_t ns) {
  return std::chrono::nanoseconds(ns);
}

// The field that the getters lead to, one after the other: `&Row::reading, &Reading::power_w`. A getter is what
// std::invoke takes: a data member (of an object or of a pointer to one), a member function or a function.
template <class Object, class Get, class... More>
void write_field_of(TsvWriter& rows, const Object& object, Get get, More... more) {
  if constexpr (sizeof...(more) == 0) {
    write_field(rows, std::invoke(get, object));
  } else {
    write_field_of(rows, std::invoke(get, object), more...);
  }
}

template <class Row>
class RowTable {
 public:
  struct Field {
    Column column;
    std::function<void(TsvWriter& rows, const Row& row)> write;
  };
  // A column with the getters of its value, or the fields that several row kinds share.
  struct Entry {
    template <class... Get>
    Entry(Column column, Get... get)
        : fields{
              {std::move(column), [get...](TsvWriter& rows, const Row& row) { write_field_of(rows, row, get...); }}} {}
    Entry(std::vector<Field> shared) : fields(std::move(shared)) {}
    std::vector<Field> fields;
  };

  RowTable(std::string name, const std::vector<Entry>& entries) : kind_{std::move(name), {}} {
    for (const Entry& entry : entries) fields_.insert(fields_.end(), entry.fields.begin(), entry.fields.end());
    for (const Field& field : fields_) kind_.columns.push_back(field.column);
  }
  const RowKind& kind() const { return kind_; }
  const std::vector<Field>& fields() const { return fields_; }
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
