// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/recorded_runs.hpp"

#include <set>
#include <utility>

#include "base/error.hpp"
#include "io/tsv_escape.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::wattcompare {

std::vector<MeasuredRun> read_recorded_runs(const std::string& path, cli::Context& context) {
  io::TsvReader reader(path);
  const std::size_t block = reader.require("block"), position = reader.require("position");
  const std::size_t command = reader.require("command");
  const auto source = reader.find("source");
  std::vector<std::pair<const Quantity*, std::size_t>> columns;
  for (const Quantity& quantity : quantities()) {
    if (const auto column = reader.find(quantity.column)) columns.emplace_back(&quantity, *column);
  }
  std::vector<MeasuredRun> runs;
  std::set<std::pair<std::int64_t, std::int64_t>> seen;
  while (reader.next()) {
    MeasuredRun run;
    run.block = reader.required_integer(block);
    run.position = reader.required_integer(position);
    run.command = reader.required_integer(command);
    if (run.block > 0 && !seen.emplace(run.block, run.command).second) {
      throw data_error(reader.name() + ": line " + std::to_string(reader.line()) + ": command " +
                           std::to_string(run.command) + " ran twice in block " + std::to_string(run.block),
                       "the rows of two comparisons cannot be judged together");
    }
    run.source = source ? io::unescape_field(reader.field(*source)) : "measured";
    for (const auto& [quantity, column] : columns) run.*quantity->value = reader.number(column);
    runs.push_back(run);
  }
  if (reader.torn()) context.warn_torn(reader.name());
  return runs;
}

}  // namespace wattline::wattcompare
