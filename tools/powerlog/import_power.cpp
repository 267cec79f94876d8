// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import_power.hpp"

#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/terminal_input.hpp"
#include "io/csv.hpp"
#include "powerlog/column_units.hpp"
#include "powerlog/foreign_format.hpp"
#include "powerlog/import_alumet.hpp"
#include "powerlog/import_jtop.hpp"
#include "powerlog/import_pmic.hpp"
#include "powerlog/import_powerjoular.hpp"
#include "powerlog/import_prometheus.hpp"
#include "powerlog/import_tegrastats.hpp"
#include "powerlog/rows.hpp"
#include "powerlog/table_file.hpp"

namespace wattline::powerlog {

namespace {

// The names of --columns, in which quotes may stand around one that has a comma.
std::vector<std::string> chosen_columns(const ImportOptions& options) {
  io::CsvRecord record;
  if (!record.add(join(options.rows.columns, ","))) throw usage_error("--columns: a quote is not closed");
  const std::vector<std::string> columns = record.fields();
  if (columns.size() == 2 || columns.size() == 3) return columns;
  throw usage_error("import meter: --columns TIME,WATTS or DATE,TIME,WATTS is required",
                    "it names the file's columns of time and of power");
}

int import_meter(const ImportOptions& options, cli::Context& context) {
  std::vector<std::string> columns = chosen_columns(options);
  const io::RepeatedInput input(options.file);
  TableFile table(input);
  refuse_other_format(table.name(), table.current().header, options.format);
  const std::size_t power = table.current().require(columns.back());
  const double unit_w = watts_of_column(table.name(), columns.back());
  columns.pop_back();
  std::vector<std::size_t> time;
  for (const std::string& column : columns) time.push_back(table.current().require(column));
  const auto unit_s = columns.size() == 1 ? seconds_of_column(columns[0]) : std::nullopt;
  ImportOptions all = options;
  all.rows.columns.clear();
  table.write({"METER"}, all, context, [&](ForeignTable& row, const TakeReading& take) {
    take(row.time(time, unit_s), {{"METER", row.watts(power, unit_w)}});
  });
  return to_int(ExitCode::ok);
}

}  // namespace

int import_power(const ImportOptions& options, cli::Context& context) {
  cli::say_if_typed(context, options.file, "the log of another program", "redirect standard input from its file");
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
    case ImportFormat::powerjoular:
      return import_powerjoular(options, context);
    case ImportFormat::prometheus:
      return import_prometheus(options, context);
    case ImportFormat::alumet:
      return import_alumet(options, context);
  }
  return to_int(ExitCode::software);
}

cli::Subcommand import_subcommand() {
  return cli::subcommand("import", "Print the power rows of a file that another program recorded", declare_import,
                         import_power, {&power_rows().kind()});
}

}  // namespace wattline::powerlog
