// SPDX-License-Identifier: Apache-2.0
#include "powerlog/options.hpp"

#include "base/parse.hpp"
#include "cli/metrics_file.hpp"
#include "cli/option_types.hpp"
#include "cli/side_file.hpp"
#include "powerlog/import_options.hpp"

namespace wattline::powerlog {

void declare(cli::App& app, Options& options) {
  cli::declare_sampling(app, options.sampling);
  app.option("--interval").each([&options](const std::string&) { options.interval_given = true; });
  cli::add_list(app, "-r,--rail", options.rails, "Rails to print, TOTAL among them (repeatable) [all]");
  app.add_option("--board", options.board,
                 "The board, which decides what rails TOTAL is the sum of [as the machine or its rails tell]");
  cli::add_choice(app, "--total", options.extra_total, {{"jtop-4.1", ExtraTotal::jtop_4_1}},
                  "Also print the sum that jetson_stats 4.1 calls total");
  app.add_option("--calibration", options.calibration,
                 "Correct the power of rails with the rows rail, gain, offset_w of FILE");
  cli::declare_prometheus(
      app, options.prometheus,
      "Keep energy and power of each rail in FILE.prom, for the textfile collector of node_exporter");
  cli::add_duration(app, "--idle", options.idle_ns, "Measure the idle power for this time before the command starts");
  app.add_flag("--require", options.sensor_required, "Do not run the command on a machine without a power sensor");
  app.add_flag("--regular", options.regular, "Equal times between readings, also where the sensor sees little of them");
  app.add_flag("--strict", options.strict, "Refuse to sample faster than the sensor converts");
  app.add_option("--chip-samples", options.chip_samples,
                 "Let the INA3221 chips average N conversions during the run (root)")
      .check(cli::positive());
  app.add_option("--marks", options.marks.fifo, "Each line written to this FIFO is a mark");
  app.add_option("--mark-lines", options.marks.lines, "Each line of the command's output that matches REGEX is a mark")
      .type_name("REGEX");
  app.add_option("--marks-out", options.marks.out, "Write marks (SIGUSR1, --marks, --mark-lines, --gpio) to FILE");
  app.add_option("--gpio", options.marks.gpio, "Each edge of this input line (CHIP:LINE) is a mark");
  app.add_flag("--gate", options.marks.gate, "Start sampling when the --gpio line rises and stop when it falls");
  app.add_option("--gpio-out", options.marks.gpio_out, "Raise this output line (CHIP:LINE) at each mark");
}

void check(const Options& options, const cli::Context& context) {
  cli::check_sampling(options.sampling, context);
  check_board(options.board);
  cli::check_side_file("--marks-out", options.marks.out, options.sampling.rows);
  cli::check_prometheus(options.prometheus);
  if (!options.marks.lines.empty() && context.command.empty())
    throw usage_error("--mark-lines: requires a command, whose output it reads");
  if (!options.marks.lines.empty() && options.marks.out.empty() && options.marks.gpio_out.empty())
    throw usage_error("--mark-lines requires --marks-out FILE or --gpio-out CHIP:LINE");
  if (options.marks.gate && options.marks.gpio.empty()) throw usage_error("--gate requires --gpio CHIP:LINE");
  if (options.marks.gate && !context.command.empty()) {
    throw usage_error("--gate: a command starts and ends the log by itself");
  }
}

}  // namespace wattline::powerlog
