// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import_power.hpp"

#include "base/error.hpp"
#include "base/parse.hpp"
#include "powerlog/foreign_table.hpp"
#include "powerlog/import_jtop.hpp"
#include "powerlog/import_pmic.hpp"
#include "powerlog/import_tegrastats.hpp"
#include "powerlog/imported_rows.hpp"
#include "powerlog/rows.hpp"

namespace wattline::powerlog {

namespace {

int import_meter(const ImportOptions& options, cli::Context& context) {
  const std::vector<std::string>& columns = options.rows.columns;
  if (columns.size() != 2) {
    throw usage_error("import meter: --columns TIME,WATTS is required",
                      "it names the file's columns of time and of power");
  }
  ForeignTable table(options.file);
  const std::size_t time = table.require(columns[0]);
  const std::size_t power = table.require(columns[1]);
  const double unit_w = unit_of(columns[1]);
  ImportOptions all = options;
  all.rows.columns.clear();
  ImportedRows rows(all, context);
  rows.learn({"METER"});
  while (table.next()) rows.add(table.time(time), {{"METER", table.watts(power, unit_w)}});
  table.warn_malformed(context);
  rows.finish(table.lines.name());
  return to_int(ExitCode::ok);
}

}  // namespace

int import_power(const ImportOptions& options, cli::Context& context) {
  check_import(options);
  switch (options.format) {
    case ImportFormat::tegrastats:
      return import_tegrastats(options, context);
    case ImportFormat::jtop:
      return import_jtop(options, context);
    case ImportFormat::meter:
      return import_meter(options, context);
    case ImportFormat::pmic:
      return import_pmic(options, context);
  }
  return to_int(ExitCode::software);
}

cli::Subcommand import_subcommand() {
  return cli::subcommand("import", "Print the power rows of a file that another program recorded", declare_import,
                         import_power, {&power_rows().kind()});
}

}  // namespace wattline::powerlog
