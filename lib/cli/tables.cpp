// SPDX-License-Identifier: Apache-2.0
#include "cli/tables.hpp"

#include "cli/option_types.hpp"

namespace wattline::cli {

namespace {

std::string shown(const std::string& path) {
  return path.empty() || path == "-" ? "stdin" : path;
}

}  // namespace

void declare_table(CLI::App& app, TableOptions& options) {
  app.add_option("--batch", options.batch, "Use the rows of this batch size")->check(CLI::PositiveNumber);
  app.add_flag("--keep-flagged", options.keep_flagged, "Use rows whose flag or status is not ok, too");
  app.add_flag("--allow-mixed", options.allow_mixed, "Accept measured beside emulated or replayed rows");
}

io::ProfileTable read_table(Context& context, const std::string& path, io::ProfileNeeds needs,
                            const TableOptions& options) {
  io::TsvReader reader(path.empty() ? "-" : path);
  io::ProfileTable table = io::read_profiles(reader, needs);
  if (reader.torn()) context.warn(shown(path) + ": the last line is torn and was dropped");
  if (table.rows.empty()) throw data_error(shown(path) + ": no rows");
  if (table.mixed && !options.allow_mixed) {
    throw data_error(shown(path) + ": rows of different sources", "--allow-mixed takes them together");
  }
  return table;
}

io::ProfileTable read_one_batch(Context& context, const std::string& path, io::ProfileNeeds needs,
                                const TableOptions& options) {
  io::ProfileTable table = read_table(context, path, needs, options);
  io::select_batch(table, options.batch, shown(path));
  return table;
}

}  // namespace wattline::cli
