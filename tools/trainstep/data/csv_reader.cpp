// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/csv_reader.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/column_names.hpp"
#include "io/csv.hpp"
#include "io/regular_file.hpp"

namespace wattline::trainstep {

namespace {

const std::string& regular(const std::string& path) {
  io::open_regular_file(path);  // a FIFO would be waited for
  return path;
}

}  // namespace

CsvReader::CsvReader(const std::string& path) : lines_(regular(path)) {
  if (!read_row()) throw data_error(path + ": no header line", "the first line has the names of the columns");
  names_ = fields_;
  io::require_unique_named_columns(path, names_);
}

bool CsvReader::read_row() {
  io::CsvRecord record;
  bool open = false;
  for (std::string_view line; lines_.next(line);) {
    open = !record.add(line);
    if (open) continue;
    fields_ = std::move(record.fields());
    return true;
  }
  if (open) throw data_error(lines_.name() + ": line " + std::to_string(line()) + ": a quote is not closed");
  return false;
}

bool CsvReader::next() {
  while (read_row()) {
    if (fields_.size() > 1 || !fields_.front().empty()) return true;
  }
  return false;
}

std::size_t CsvReader::require(const std::string& column) const {
  const auto found = std::find(names_.begin(), names_.end(), column);
  if (found == names_.end()) throw data_error(lines_.name() + ": no column " + column, "it has " + join(names_, ", "));
  return static_cast<std::size_t>(found - names_.begin());
}

}  // namespace wattline::trainstep
