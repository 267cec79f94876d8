// SPDX-License-Identifier: Apache-2.0
// A kind of row whose columns are bound to the values of a struct. The header, the fields that are written and those
// that are read come from one list, so that no two columns can be swapped and none can be forgotten.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/units.hpp"
#include "io/tsv.hpp"
#include "io/tsv_row.hpp"

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

// What puts a field into a row: false when it has no value. Empty where the getters of a column compute its value.
template <class Row>
using ReadField = std::function<bool(const TsvRow& fields, std::size_t column, Row& row)>;
template <class Row, class... Get>
ReadField<Row> reader_of(Get...) {
  return {};
}
template <class Row, class Object, class Value, std::enable_if_t<std::is_arithmetic_v<Value>, int> = 0>
ReadField<Row> reader_of(Value Object::*member) {
  return [member](const TsvRow& fields, std::size_t column, Row& row) {
    if constexpr (std::is_floating_point_v<Value>) {
      const auto value = fields.number(column);
      if (value) row.*member = static_cast<Value>(*value);
      return value.has_value();
    } else {
      const auto value = fields.integer(column);
      if (value) row.*member = static_cast<Value>(*value);
      return value.has_value();
    }
  };
}
// Of a time, which is kept in nanoseconds.
template <class Row, class Object>
ReadField<Row> reader_of(std::int64_t Object::*ns, std::chrono::nanoseconds (*)(std::int64_t)) {
  return [ns](const TsvRow& fields, std::size_t column, Row& row) {
    const auto seconds = fields.number(column);
    if (seconds) row.*ns = to_nanoseconds(*seconds);
    return seconds.has_value();
  };
}

template <class Row>
class RowTable {
 public:
  struct Field {
    Column column;
    std::function<void(TsvWriter& rows, const Row& row)> write;
    ReadField<Row> read;
  };
  // A column with the getters of its value, or the fields that several row kinds share.
  struct Entry {
    template <class... Get>
    Entry(Column column, Get... get)
        : fields{{std::move(column), [get...](TsvWriter& rows, const Row& row) { write_field_of(rows, row, get...); },
                  reader_of<Row>(get...)}} {}
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
  // The field of this name. Throws std::logic_error if there is none, or none that can be read.
  const Field& field(std::string_view name) const {
    for (const Field& field : fields_) {
      if (field.column.name == name && field.read) return field;
    }
    throw std::logic_error("rows '" + kind_.name + "': no field '" + std::string(name) + "' to read");
  }

 private:
  RowKind kind_;
  std::vector<Field> fields_;
};

// Reads chosen columns of a kind of row from a table that any program may have written.
template <class Row>
class RowReader {
 public:
  using Names = std::initializer_list<const char*>;
  // Throws a data error if a required column is not there.
  RowReader(const RowTable<Row>& table, const TsvRow& header, Names required, Names optional = {}) {
    for (const char* name : required) columns_.push_back({table.field(name).read, header.require(name), true});
    for (const char* name : optional) {
      if (const auto column = header.find(name)) columns_.push_back({table.field(name).read, *column, false});
    }
  }
  // What is optional and not there, or NA, is left in `row` as it is. Throws a data error if a required value is NA or
  // a field is malformed.
  void read(const TsvRow& fields, Row& row) const {
    for (const Read& column : columns_) {
      if (!column.read(fields, column.index, row) && column.required) fields.required_number(column.index);
    }
  }

 private:
  struct Read {
    ReadField<Row> read;
    std::size_t index;
    bool required;
  };
  std::vector<Read> columns_;
};

}  // namespace wattline::io
