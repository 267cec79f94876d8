// SPDX-License-Identifier: Apache-2.0
#include "cli/profile_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/option_types.hpp"
#include "cli/terminal_input.hpp"

namespace wattline::cli {

namespace {

constexpr const char* kInstead = "pipe them in, or redirect standard input from a file";

void check_sources(const io::ProfileTable& table, const std::string& name, const ProfileOptions& options) {
  if (!table.mixed || options.allow_mixed) return;
  throw data_error(name + ": its rows have different sources", "use --allow-mixed to accept them together");
}

// Profiles that wattcheck found invalid are used, but not silently.
void note_invalid(const Context& context, const io::ProfileTable& table, const std::string& name) {
  const auto invalid = std::count_if(table.rows.begin(), table.rows.end(),
                                     [](const io::ProfileRow& row) { return row.usable && row.verdict == "invalid"; });
  if (invalid == 0) return;
  context.note(fmt::format("{}: {} invalid according to the column verdict, and used like the others", name,
                           invalid == 1 ? "one profile is" : fmt::format("{} profiles are", invalid)));
}

using BatchSize = std::optional<std::int64_t>;

// `batches`: the batch sizes of a table's rows.
void check_batch(const std::set<BatchSize>& batches, const std::string& name, const ProfileOptions& options) {
  if (batches.size() > 1 && !options.batch) {
    throw data_error(name + ": its rows have several batch sizes",
                     std::string("choose one with ") + options.batch_option + " N");
  }
  const bool absent = batches.count(options.batch) == 0 && batches.count(std::nullopt) == 0;
  if (options.batch && !batches.empty() && absent) {
    throw data_error(name + ": no rows of batch size " + std::to_string(*options.batch));
  }
}

std::string problem_of_map(const std::string& text) {
  try {
    io::parse_column_map({text});
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

io::TsvReader open_table(const std::string& path, const std::vector<std::string>& map) {
  return map.empty() ? io::TsvReader(path) : io::TsvReader::mapped(path, io::parse_column_map(map));
}

std::string name_of(const std::string& path) {
  return path.empty() || path == "-" ? "stdin" : path;
}

}  // namespace

void keep_one_batch(io::ProfileTable& table, const std::string& path, const ProfileOptions& options) {
  check_batch(io::batches_of(table), name_of(path), options);
  io::keep_batch(table, options.batch);
}

void require_one_machine(const io::ProfileTable& table, const std::string& path) {
  if (table.mixed_tag.empty()) return;
  throw data_error(name_of(path) + ": the column " + table.mixed_tag + " has several values",
                   "choose the rows of one " + table.mixed_tag + ", or remove the column if all of them are alike");
}

void declare_batch(App& app, ProfileOptions& options) {
  app.add_option("--batch", options.batch, "Use the rows of this batch size").check(positive());
}

void declare_map(App& app, std::vector<std::string>& map) {
  app.add_option("--map", map, "Read the column COLUMN of another program's table as NAME, its numbers times FACTOR")
      .allow_extra_args(false)
      .check({problem_of_map, ""})
      .type_name("NAME=COLUMN[*FACTOR]");
}

void declare_profile_options(App& app, ProfileOptions& options) {
  declare_batch(app, options);
  app.add_flag("--keep-flagged", options.keep_flagged, "Also use rows whose status or flag is not ok");
  app.add_flag("--allow-mixed", options.allow_mixed, "Accept rows of different sources together");
  declare_map(app, options.map);
}

io::ProfileTable read_table(Context& context, const std::string& path, io::ProfileNeeds needs,
                            const ProfileOptions& options) {
  say_if_typed(context, path, needs == io::ProfileNeeds::mode ? "rows of modes" : "rows of profiles", kInstead);
  io::TsvReader reader = open_table(path.empty() ? "-" : path, options.map);
  io::ProfileTable table = io::read_profiles(reader, needs, options.beside);
  if (reader.torn()) context.warn_torn(reader.name());
  if (table.rows.empty()) throw data_error(reader.name() + ": no rows");
  check_sources(table, reader.name(), options);
  if (needs == io::ProfileNeeds::outcome) note_invalid(context, table, reader.name());
  return table;
}

io::ProfileTable read_one_batch(Context& context, const std::string& path, io::ProfileNeeds needs,
                                const ProfileOptions& options) {
  io::ProfileTable table = read_table(context, path, needs, options);
  keep_one_batch(table, path, options);
  return table;
}

io::ProfileTable read_with_batch(Context& context, const std::string& path, io::ProfileNeeds needs,
                                 const ProfileOptions& options) {
  io::ProfileTable table = read_table(context, path, needs, options);
  check_batch(io::batches_of(table), name_of(path), options);
  io::select_batch(table, options.batch);
  return table;
}

io::ProfileTable read_batches(Context& context, const std::string& path, io::ProfileNeeds needs,
                              const ProfileOptions& options) {
  io::ProfileTable table = read_table(context, path, needs, options);
  if (options.batch) check_batch(io::batches_of(table), name_of(path), options);
  io::select_batch(table, options.batch);
  for (io::ProfileRow& row : table.rows) {
    if (!row.batch) row.batch = options.batch;
    if (!row.batch)
      throw data_error(name_of(path) + ": a row has no batch size",
                       std::string("add the column batch, or give the batch size with ") + options.batch_option);
  }
  return table;
}

std::vector<PowerMode> read_modes(Context& context, const ProfileOptions& options) {
  say_if_typed(context, "-", "rows of modes", kInstead);
  io::TsvReader reader("-");
  io::ProfileReader rows(reader, io::ProfileNeeds::mode);
  std::vector<PowerMode> modes;
  std::set<BatchSize> batches;
  while (const auto row = rows.next()) {
    if (row->mode == PowerMode{})
      throw data_error(reader.name() + ": line " + std::to_string(row->line) + ": the row names no mode");
    batches.insert(row->batch);
    if (io::has_batch(*row, options.batch)) modes.push_back(row->mode);
  }
  if (reader.torn()) context.warn_torn(reader.name());
  if (batches.empty()) throw data_error(reader.name() + ": no rows");
  check_batch(batches, reader.name(), options);
  if (options.batch && batches == std::set<BatchSize>{std::nullopt}) {
    throw data_error(reader.name() + ": its rows have no batch size to choose by",
                     "pmpredict fit --axes batch makes a model that predicts for a batch size");
  }
  return modes;
}

io::ProfileTable read_history(Context& context, const ProfileOptions& options, bool one_batch) {
  say_if_typed(context, "-", "rows of profiles", kInstead);
  io::TsvReader reader = io::TsvReader::empty_allowed("-");
  if (reader.names().empty()) return {};
  io::ProfileTable table = io::read_profiles(reader, io::ProfileNeeds::outcome);
  if (reader.torn()) context.note(reader.name() + ": the last line is incomplete and was ignored");
  check_sources(table, reader.name(), options);
  require_one_machine(table, reader.name());
  note_invalid(context, table, reader.name());
  if (one_batch) keep_one_batch(table, reader.name(), options);
  return table;
}

}  // namespace wattline::cli
