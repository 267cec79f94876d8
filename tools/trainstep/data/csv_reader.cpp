// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/csv_reader.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/byte_order_mark.hpp"
#include "io/csv.hpp"

namespace wattline::trainstep {

CsvReader::CsvReader(const std::string& path) : path_(path), file_(path, std::ios::binary) {
  if (!file_ || !read_row()) throw data_error(path + ": cannot be read or is empty");
  names_ = fields_;
  names_.front() = std::string(io::without_byte_order_mark(names_.front()));
}

bool CsvReader::read_row() {
  io::CsvRecord record;
  bool open = false;
  for (std::string line; std::getline(file_, line);) {
    ++line_;
    open = !record.add(line);
    if (open) continue;
    fields_ = std::move(record.fields());
    return true;
  }
  if (open) throw data_error(path_ + ": line " + std::to_string(line_) + ": a quote is not closed");
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
  if (found == names_.end()) throw data_error(path_ + ": no column " + column, "it has " + join(names_, ", "));
  return static_cast<std::size_t>(found - names_.begin());
}

}  // namespace wattline::trainstep
