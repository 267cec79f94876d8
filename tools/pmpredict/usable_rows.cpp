// SPDX-License-Identifier: Apache-2.0
#include "pmpredict/usable_rows.hpp"

#include "base/error.hpp"
#include "io/input.hpp"
#include "model/agreement.hpp"

namespace wattline::pmpredict {

void declare_table(cli::App& app, TableOptions& options) {
  cli::declare_profile_options(app, options.table);
  cli::declare_rows(app, options.rows);
}

UsableRows read_usable_rows(cli::Context& context, const std::string& path, const cli::ProfileOptions& options) {
  const auto table = cli::read_with_batch(context, path, io::ProfileNeeds::outcome, options);
  UsableRows usable{{}, table.carried, table.source, table.mixed_tag.empty()};
  for (const io::ProfileRow& row : table.rows) {
    if (row.minibatch_ms && row.power_w && (row.good || options.keep_flagged)) usable.rows.push_back(row);
  }
  return usable;
}

void check_repeats(const cli::Context& context, const UsableRows& rows, const std::string& path) {
  if (!rows.of_one_machine) return;
  std::vector<model::ModeReading> readings;
  for (const io::ProfileRow& row : rows.rows) {
    if (row.mode == PowerMode{}) continue;
    readings.push_back(model::to_reading(row));
  }
  const std::string doubt = model::doubt_about_repeats(readings, io::input_name(path));
  if (!doubt.empty()) context.note(doubt);
}

std::vector<model::ModeReading> readings_of(const cli::Context& context, const io::ProfileTable& table,
                                            const std::string& path, bool keep_flagged) {
  const auto readings = model::readings_of(table, keep_flagged);
  const std::string doubt = model::doubt_about_repeats(readings, io::input_name(path));
  if (!doubt.empty()) context.note(doubt);
  return model::combine(readings);
}

std::vector<model::ModeReading> require_readings(const cli::Context& context, const io::ProfileTable& table,
                                                 const std::string& path, bool keep_flagged) {
  cli::require_one_machine(table, path);
  const auto readings = readings_of(context, table, path, keep_flagged);
  if (readings.empty()) {
    throw data_error(io::input_name(path) +
                     ": every row is flagged, lacks a time or a power, or is the answer of a search");
  }
  return readings;
}

void require_one_program(const io::ProfileTable& table, const std::string& path) {
  for (const io::ProfileRow& row : table.rows) {
    if (!row.minibatch_ms || !row.infer_ms) continue;
    throw data_error(
        io::input_name(path) + ": a row has both minibatch_ms and infer_ms: two programs shared the device",
        "the model is that of one program: fit profiles of each of them alone, or search for the mode of "
        "both with pmsearch --objective concurrent");
  }
}

}  // namespace wattline::pmpredict
