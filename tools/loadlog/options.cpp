// SPDX-License-Identifier: Apache-2.0
#include "loadlog/options.hpp"

#include "cli/option_types.hpp"

namespace wattline::loadlog {

namespace {

void check_import(const Options& options, const cli::Context& context) {
  cli::check_import(options.sampling,
                    {{"--disk", !options.disk.empty()}, {"--pid", options.pid > 0}, {"--cmd", options.cmd}}, context);
  if (options.file.empty()) throw usage_error("--from requires a FILE", "- is standard input");
}

}  // namespace

void declare(cli::App& app, Options& options) {
  cli::declare_sampling(app, options.sampling);
  app.add_option("--disk", options.disk, "Report the disk that holds this path, or this device");
  app.add_flag("--per-core", options.per_core, "Also print load and clock of each core");
  app.add_option("--pid", options.pid, "Count what this process reads from disks, and its CPU time")
      .check(cli::positive());
  app.add_flag("--cmd", options.cmd, "Count what the wrapped command reads from disks, and its CPU time");
  cli::add_choice(app, "--from", options.format, {{"tegrastats", LoadFormat::tegrastats}},
                  "Import FILE instead of sampling");
  app.add_option("FILE", options.file, "File to import; - is standard input");
}

void check(const Options& options, const cli::Context& context) {
  if (options.format) return check_import(options, context);
  if (options.cmd && context.command.empty()) {
    throw usage_error("--cmd requires a command", "it follows --, as in: loadlog --cmd -o load.tsv -- make");
  }
  cli::check_sampling(options.sampling, context);
  if (!options.file.empty()) throw usage_error(options.file + ": only --from reads a file");
}

}  // namespace wattline::loadlog
