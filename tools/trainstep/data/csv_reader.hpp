// SPDX-License-Identifier: Apache-2.0
// Comma-separated values as RFC 4180 has them: quoted fields, doubled quotes, CR LF, a byte-order mark.
#pragma once
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace wattline::trainstep {

class CsvReader {
 public:
  // Reads the header. Throws a data error when the file cannot be read or is empty.
  explicit CsvReader(const std::string& path);
  // The place of a named column, a data error when there is none.
  std::size_t require(const std::string& column) const;
  // The next row that is not blank; false at the end.
  bool next();
  const std::vector<std::string>& fields() const { return fields_; }
  std::int64_t line() const { return line_; }

 private:
  bool read_row();
  std::string path_;
  std::ifstream file_;
  std::vector<std::string> names_, fields_;
  std::int64_t line_ = 0;
};

}  // namespace wattline::trainstep
