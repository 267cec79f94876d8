// SPDX-License-Identifier: Apache-2.0
#include "loadlog/import_load.hpp"

#include "base/error.hpp"
#include "base/line_times.hpp"
#include "base/units.hpp"
#include "cli/option_types.hpp"
#include "cli/sampling.hpp"
#include "cli/time_problems.hpp"
#include "loadlog/load_writer.hpp"
#include "loadlog/options.hpp"
#include "loadlog/rows.hpp"
#include "platform/load/tegrastats.hpp"

namespace wattline::loadlog {

namespace {

void declare(cli::App& app, LoadImport& options) {
  cli::add_choice(app, "FORMAT", options.format, {{"tegrastats", LoadFormat::tegrastats}},
                  "The program that wrote FILE")
      .required()
      .default_str("");
  app.add_option("FILE", options.file, "File to import; - is standard input").required();
  declare_per_core(app, options.per_core);
  cli::declare_rows(app, options.rows);
  cli::declare_meta(app, options.rows);
}

void report(const platform::TegrastatsReader& reader, const std::vector<WrittenTime>& times, const LineTimes& instants,
            const Spread& spread, cli::Context& context) {
  const std::string& name = reader.file().name();
  if (spread.shared > 0) {
    context.note(name + ": " + std::to_string(spread.shared) + " lines that share " + spread.unit +
                 " are spread over it");
  }
  for (const std::string& problem : cli::time_problems(times, instants)) context.warn(name + ": " + problem);
  if (reader.other() > 0) {
    context.note(name + ": " + std::to_string(reader.other()) +
                 " lines that are not whole ones of tegrastats left out");
  }
  if (reader.file().torn()) context.warn_torn(name);
}

}  // namespace

int import_load(const LoadImport& options, cli::Context& context) {
  cli::check_meta(options.rows);
  platform::TegrastatsReader reader(options.file);
  cli::RowStream stream(context, choose_columns(options.rows, options.per_core), load_rows().kind());
  LoadWriter writer(stream.rows(), "measured");
  std::vector<platform::LoadRow> loads;
  std::vector<WrittenTime> times;
  for (platform::TegrastatsLine line; reader.next(line);) {
    loads.push_back(line.load);
    times.push_back(line.time);
  }
  reader.require_found();
  settle_dates(times, true);
  LineTimes instants = resolve(times);
  const Spread spread = spread_shared_times(instants, 0);
  for (std::size_t i = 0; i < loads.size(); ++i) {
    LoadTime time;
    if (instants[i]) time.time = io::as_time(to_nanoseconds(*instants[i]));
    writer.write(time, loads[i]);
  }
  report(reader, times, instants, spread, context);
  return to_int(ExitCode::ok);
}

cli::Subcommand import_subcommand() {
  return cli::subcommand("import", "Print the load rows of a file that another program recorded", declare, import_load,
                         {&load_rows().kind()});
}

}  // namespace wattline::loadlog
