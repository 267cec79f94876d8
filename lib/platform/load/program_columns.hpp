// SPDX-License-Identifier: Apache-2.0
// The columns of the rows of `loadlog programs`, for tools that read them.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "io/tsv_row.hpp"

namespace wattline::platform {

class ProgramColumns {
 public:
  static bool are_in(const io::TsvRow& header) { return header.find("busy_cores").has_value(); }
  // Throws a data error without the columns kind, name, pid and busy_cores.
  explicit ProgramColumns(const io::TsvRow& header);
  std::optional<double> time_s(const io::TsvRow& row) const { return number(row, time_); }
  std::optional<double> mono_s(const io::TsvRow& row) const { return number(row, mono_); }
  // A process group; otherwise a control group.
  bool is_process(const io::TsvRow& row) const;
  // All others of the kind in one row.
  bool is_rest(const io::TsvRow& row) const;
  std::string_view kind(const io::TsvRow& row) const { return row.field(kind_); }
  // Of a process with its pid. A tab in it is escaped, as in the row.
  std::string name(const io::TsvRow& row) const;
  // What stays the same when a program executes another one.
  std::string_view id(const io::TsvRow& row) const { return row.field(is_process(row) ? pid_ : name_); }
  // NaN where it is not known.
  double busy_cores(const io::TsvRow& row) const;

 private:
  static std::optional<double> number(const io::TsvRow& row, const std::optional<std::size_t>& column);
  std::optional<std::size_t> time_, mono_;
  std::size_t kind_, name_, pid_, cores_;
};

}  // namespace wattline::platform
