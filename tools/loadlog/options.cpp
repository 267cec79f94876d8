// SPDX-License-Identifier: Apache-2.0
#include "loadlog/options.hpp"

#include "base/error.hpp"
#include "cli/metrics_file.hpp"
#include "cli/option_types.hpp"
#include "loadlog/rows.hpp"

namespace wattline::loadlog {

void declare_per_core(cli::App& app, bool& per_core) {
  app.add_flag("--per-core", per_core, "Also print load and clock of each core");
}

void declare(cli::App& app, Options& options) {
  cli::declare_sampling(app, options.sampling);
  app.add_option("--disk", options.disk, "Report the disk that holds this path, or this device");
  declare_per_core(app, options.per_core);
  app.add_option("--pid", options.pid, "Count what this process reads from disks, and its CPU time")
      .check(cli::positive());
  app.add_flag("--cmd", options.cmd, "Count what the wrapped command reads from disks, and its CPU time");
  cli::declare_prometheus(
      app, options.prometheus,
      "Keep the load, the mode and throttling in FILE.prom, for the textfile collector of node_exporter");
}

void check(const Options& options, const cli::Context& context) {
  if (options.cmd && context.command.empty()) {
    throw usage_error("--cmd requires a command", "it follows --, as in: loadlog --cmd -o load.tsv -- make");
  }
  cli::check_sampling(options.sampling, context);
  cli::check_prometheus(options.prometheus);
}

cli::RowOptions choose_columns(cli::RowOptions rows, bool per_core) {
  if (!rows.columns.empty() && per_core) throw usage_error("--per-core: --columns already chooses the columns");
  if (!rows.columns.empty() || per_core) return rows;
  for (const io::Column& column : load_rows().kind().columns) {
    if (column.name != "core_pct" && column.name != "core_khz") rows.columns.push_back(column.name);
  }
  return rows;
}

}  // namespace wattline::loadlog
