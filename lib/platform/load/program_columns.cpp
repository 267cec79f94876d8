// SPDX-License-Identifier: Apache-2.0
#include "platform/load/program_columns.hpp"

#include <cmath>

#include "platform/load/program_use.hpp"

namespace wattline::platform {

namespace {

bool is_na(std::string_view field) {
  return field == "NA";
}

}  // namespace

ProgramColumns::ProgramColumns(const io::TsvRow& header)
    : time_(header.find("time_s")),
      mono_(header.find("mono_s")),
      kind_(header.require("kind")),
      name_(header.require("name")),
      pid_(header.require("pid")),
      cores_(header.require("busy_cores")) {}

std::optional<double> ProgramColumns::number(const io::TsvRow& row, const std::optional<std::size_t>& column) {
  return column ? row.number(*column) : std::nullopt;
}

bool ProgramColumns::is_process(const io::TsvRow& row) const {
  return row.field(kind_) == to_string(ProgramKind::process);
}

bool ProgramColumns::is_rest(const io::TsvRow& row) const {
  return is_na(row.field(pid_)) && row.field(name_) == kOtherPrograms &&
         row.field(kind_) != to_string(ProgramKind::container);
}

std::string ProgramColumns::name(const io::TsvRow& row) const {
  std::string name(row.field(name_));
  if (!is_na(row.field(pid_))) name += " " + std::string(row.field(pid_));
  return name;
}

double ProgramColumns::busy_cores(const io::TsvRow& row) const {
  return row.number(cores_).value_or(NAN);
}

}  // namespace wattline::platform
