// SPDX-License-Identifier: Apache-2.0
// Comma-separated values as RFC 4180 has them: quoted fields, doubled quotes, CR LF, a byte-order mark.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "io/lines.hpp"

namespace wattline::trainstep {

class CsvReader {
 public:
  // Reads the header. Throws a data error when the file is absent, no regular file or has no header, or when a name
  // stands twice in it. Later reads throw Error{io} when reading fails.
  explicit CsvReader(const std::string& path);
  // The place of a named column, a data error when there is none.
  std::size_t require(const std::string& column) const;
  // The next row that is not blank; false at the end. A last row without a line feed is discarded, since its class may
  // be cut within the number.
  bool next();
  const std::vector<std::string>& fields() const { return fields_; }
  std::int64_t line() const { return lines_.line_number(); }
  // There was such a last row.
  bool torn() const { return lines_.torn(); }

 private:
  bool read_row();
  io::LineReader lines_;
  std::vector<std::string> names_, fields_;
};

}  // namespace wattline::trainstep
