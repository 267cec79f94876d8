// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <optional>

#include "base/error.hpp"
#include "io/tsv_escape.hpp"
#include "io/tsv_reader.hpp"
#include "joules/read_account.hpp"
#include "joules/row_pauses.hpp"
#include "model/program_history.hpp"
#include "platform/load/program_columns.hpp"

namespace wattline::joules {

namespace {

constexpr std::size_t kMostPrograms = 3;  // with more, the bounds of each are wide

// A container may have the name of a row of the result.
std::string account_name(const platform::ProgramColumns& columns, const io::TsvReader& row) {
  std::string name = io::unescape_field(columns.name(row));
  for (const char* taken : {"idle", "shared", "all"}) {
    if (name == taken) return std::string(columns.kind(row)) + " " + name;
  }
  return name;
}

}  // namespace

ReadPrograms read_programs(const std::string& path, bool control_groups, bool allow_mixed) {
  io::TsvReader reader(path);
  const platform::ProgramColumns columns(reader);
  model::ProgramHistory history(std::numeric_limits<double>::infinity());
  model::AccountLog common;
  std::optional<double> first_s, tick_s;
  RowPauses pauses;
  int gaps = 0;
  while (reader.next()) {
    const auto mono_s = columns.mono_s(reader);
    if (!mono_s) throw data_error(reader.name() + ": a row without mono_s", "record it with loadlog programs");
    if (tick_s && *mono_s < *tick_s) {
      throw data_error(reader.name() + ": line " + std::to_string(reader.line()) + ": goes back in time",
                       "give the rows of one recording");
    }
    note_row(common, reader, *mono_s, allow_mixed);
    if (columns.is_process(reader) == control_groups) continue;
    if (mono_s != tick_s) {
      history.begin_tick(*mono_s);
      gaps += tick_s && pauses.is_pause(*mono_s - *tick_s) ? 1 : 0;
    }
    if (!first_s) first_s = mono_s;
    tick_s = mono_s;
    if (!columns.is_rest(reader)) {
      history.add(std::string(columns.kind(reader)) + " " + std::string(columns.id(reader)),
                  account_name(columns, reader), columns.busy_cores(reader));
    }
  }
  if (!first_s) {
    throw data_error(reader.name() + ": no rows of " + (control_groups ? "control groups" : "processes"),
                     control_groups ? "leave out --control-groups" : "--control-groups takes those of control groups");
  }
  ReadPrograms programs{history.logs(kMostPrograms), *first_s, *tick_s, reader.torn(), gaps, common.source};
  for (model::AccountLog& log : programs.logs) {
    log.source = common.source;
    log.offset_s = common.offset_s;
  }
  return programs;
}

}  // namespace wattline::joules
