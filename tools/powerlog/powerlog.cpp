// SPDX-License-Identifier: Apache-2.0
#include "powerlog/powerlog.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "base/units.hpp"
#include "cli/foreground.hpp"
#include "cli/row_pacer.hpp"
#include "cli/side_file.hpp"
#include "io/child.hpp"
#include "measure/idle_board.hpp"
#include "platform/mode/command_modes.hpp"
#include "platform/mode/mode_lock.hpp"
#include "platform/mode/software.hpp"
#include "platform/power/chip_samples.hpp"
#include "powerlog/calibration.hpp"
#include "powerlog/counter_follower.hpp"
#include "powerlog/import_power.hpp"
#include "powerlog/list_rails.hpp"
#include "powerlog/logger.hpp"
#include "powerlog/rail_facts.hpp"
#include "powerlog/rows.hpp"

namespace wattline::powerlog {

namespace {

constexpr const char* kExamples =
    "  powerlog                                every rail and TOTAL, ten times a second, until Ctrl-C\n"
    "  powerlog -r TOTAL -i 1s -d 1m           the board's total for a minute\n"
    "  powerlog -o power.tsv -- trainstep ...  for as long as a command runs\n"
    "  powerlog -d 10s --summary sum.tsv -o power.tsv\n"
    "  powerlog rails                          the rails, and how well each is measured\n"
    "  powerlog import tegrastats tegrastats.log   rows of a recorded file";

io::Meta joined(io::Meta meta, const io::Meta& more) {
  meta.insert(meta.end(), more.begin(), more.end());
  return meta;
}

// A load that repeats itself keeps step with readings at equal times. If these see little of the time between them,
// their mean is then wrong, and nothing in the rows shows it. From one second on, readings are even: MLPerf asks for
// one in each second.
double spread_of(const Options& options, const Meter& meter) {
  constexpr double kSpread = 0.5, kSeen = 0.5;
  constexpr std::int64_t kLongNs = 1'000'000'000;
  const std::int64_t interval_ns = options.sampling.schedule.interval_ns;
  const bool sees_little = meter.window_s() > 0 && meter.window_s() < kSeen * to_seconds(interval_ns);
  return sees_little && !options.regular && interval_ns < kLongNs && !meter.counts() ? kSpread : 0;
}

io::Meta describe_run(const platform::Machine& machine, const Options& options, double spread) {
  io::Meta meta = platform::run_facts(machine);
  meta.emplace_back("interval_s", std::to_string(to_seconds(options.sampling.schedule.interval_ns)));
  if (spread > 0) meta.emplace_back("interval_spread", fmt::format("{:g}", spread));
  if (!options.calibration.empty()) meta.emplace_back("calibration", options.calibration);
  return meta;
}

// A sensor that is read faster than it converts repeats itself. An interval that the user chose is noted, or refused
// with --strict; the default is not worth a note, since the rows have the column stale.
void compare_with_sensor(const Options& options, const Meter& meter, const cli::Context& context) {
  const double interval_s = to_seconds(options.sampling.schedule.interval_ns);
  const double window_s = meter.window_s();
  if (window_s <= interval_s) return;
  const std::string window = fmt::format("the sensor averages over {:.6g} ms", window_s * 1e3);
  if (options.strict) throw usage_error("--strict: " + window, "choose a longer -i, or --chip-samples 1");
  if (!options.interval_given) return;
  context.note(window +
               fmt::format(", so readings every {:.6g} ms repeat; these rows are marked stale", interval_s * 1e3));
}

// False when a signal ended it.
bool measure_idle(const Options& options, cli::Context& context, Meter& meter, double spread) {
  if (options.idle_ns == 0) return true;
  io::SamplingLoop loop(context.clock, context.signals,
                        {options.sampling.schedule.interval_ns, 0, options.idle_ns, spread});
  const CounterFollower follower(context.clock, meter, options.sampling.schedule.interval_ns, loop);
  loop.run([&](const io::Tick&) {
    meter.sweep(context.clock);
    meter.account();
    return true;
  });
  meter.end_baseline();
  return context.signals.stop() == 0;
}

// Warns, as joules does, of an energy of the command that says little: of the rail with most of it, which is the total
// if that is printed.
void write_summary(Meter& meter, const Timing& timing, io::TsvWriter& rows, cli::Context& context) {
  const Series* largest = nullptr;
  for (const Series& series : meter.series()) {
    if (!series.printed) continue;
    summary_rows().write(rows, {&series, &timing, context.root.source()});
    if (largest == nullptr || series.energy.energy_j() > largest->energy.energy_j()) largest = &series;
  }
  if (context.command.empty() || largest == nullptr || largest->energy.readings() == 0) return;
  if (!largest->energy.is_vague()) return;
  context.warn(
      fmt::format("summary: the energy of {} may be off by more than half of it: record for longer, or more "
                  "often (-i)",
                  largest->name));
}

// The command runs as it would with a sensor. The rows are a header, so that what reads them finds an empty log.
int run_unmeasured(const Options& options, cli::Context& context, const io::Meta& facts) {
  cli::RowStream stream(context, options.sampling.rows, power_rows().kind(), facts);
  cli::SideFile summary(context, options.sampling.summary, summary_rows().kind());
  io::SamplingLoop loop(context.clock, context.signals, options.sampling.schedule);
  return cli::run_sampling(context, options.sampling, loop, [](const io::Tick&) { return true; });
}

int log_power(const Options& options, cli::Context& context) {
  cli::RowStream::check(context, options.sampling.rows, power_rows().kind());
  std::optional<platform::ChipSamples> chip_samples;
  if (options.chip_samples > 0) {
    const std::string note = platform::runtime_file(context.root, "chip-samples");
    chip_samples.emplace(context.root, options.chip_samples, note);
  }
  const platform::Machine machine = platform::find_machine(context.root);
  const bool optional = !context.command.empty() && !options.sensor_required;
  const NoSensor no_sensor = optional ? NoSensor::warning : NoSensor::error;
  platform::Rails rails = find_rails(machine.board, {options.board, options.rails.empty(), no_sensor}, context);
  if (rails.list.empty()) return run_unmeasured(options, context, describe_run(machine, options, 0));
  Meter meter(std::move(rails),
              {options.rails, options.extra_total == ExtraTotal::jtop_4_1, read_calibration(options.calibration)});
  compare_with_sensor(options, meter, context);
  Marks marks(context, options.marks);
  PowerMetrics metrics(context, options.prometheus, meter);
  io::Schedule schedule = options.sampling.schedule;
  schedule.spread = spread_of(options, meter);
  io::Meta facts = describe_run(machine, options, schedule.spread);
  const auto describe = [&] { return joined(facts, rail_facts(meter)); };
  cli::RowStream stream(context, options.sampling.rows, power_rows().kind(), describe());
  cli::SideFile summary(context, options.sampling.summary, summary_rows().kind());
  if (!measure_idle(options, context, meter, schedule.spread) || !marks.wait_for_gate()) return to_int(ExitCode::ok);

  cli::RowPacer pacer(stream, options.sampling.pacing(), describe);
  Logger logger(context, meter, stream, pacer, marks, metrics);
  platform::CommandModes modes(machine, context.clock.mono_ns());
  io::SamplingLoop loop(context.clock, context.signals, schedule);
  marks.attach(loop);
  const CounterFollower follower(context.clock, meter, options.sampling.schedule.interval_ns, loop);
  const measure::IdleBoard board(context);
  const auto sample = [&] {
    return cli::run_sampling(
        context, options.sampling, loop,
        [&](const io::Tick& tick) {
          const bool wanted = logger.tick(tick);
          if (!context.command.empty() && tick.scheduled) modes.tick(tick.now_ns);
          return wanted;
        },
        marks.watch_command());
  };
  const auto conclude = [&] {
    metrics.finish();
    if (summary) write_summary(meter, logger.timing(), summary.rows(), context);
    facts =
        joined(joined(facts, modes.facts(context.clock.mono_ns())),
               {platform::mode_fact(machine, "mode_end"), {"missed_ticks", std::to_string(logger.timing().missed)}});
    stream.write_meta(describe());
    cli::note_missed_ticks(context, "powerlog", logger.timing().taken, logger.timing().missed);
    if (!context.command.empty()) board.note();
  };
  return cli::conclude_always(
      context, sample, {[&] { logger.flush(); }, [&] { marks.end_command(); }, conclude, [&] { logger.finish(); }});
}

// A command whose rows have nowhere to go: what is wanted is its energy.
bool asks_for_report(const Options& options, const cli::Context& context) {
  const cli::SamplingOptions& sampling = options.sampling;
  const bool rows = !sampling.rows.output.empty() || !sampling.rows.meta.empty() || !sampling.rows.columns.empty();
  const bool marks = !options.marks.fifo.empty() || !options.marks.gpio.empty() || !options.marks.gpio_out.empty() ||
                     !options.marks.lines.empty();
  const bool others = options.strict || options.sensor_required || options.chip_samples > 0 || options.extra_total ||
                      options.regular || !options.board.empty() || !options.calibration.empty() ||
                      !options.prometheus.empty();
  const bool limited = sampling.schedule.count > 0 || sampling.schedule.duration_ns > 0 || sampling.max_size_b > 0;
  return !context.command.empty() && !rows && !marks && !others && !limited && sampling.summary.empty();
}

// joules says it, from rows of a powerlog of its own.
int report_energy(const Options& options, cli::Context& context) {
  std::vector<std::string> argv{io::sibling_tool("joules"), "--root", context.root.directory().string(), "--interval",
                                std::to_string(options.sampling.schedule.interval_ns) + "ns"};
  for (const std::string& rail : options.rails) argv.insert(argv.end(), {"--rail", rail});
  if (options.idle_ns > 0) argv.insert(argv.end(), {"--idle", std::to_string(options.idle_ns) + "ns"});
  if (options.sampling.as_root) argv.push_back("--as-root");
  if (context.verbosity < 0) argv.push_back("--quiet");
  for (int i = 0; i < context.verbosity; ++i) argv.push_back("--verbose");
  argv.push_back("--");
  argv.insert(argv.end(), context.command.begin(), context.command.end());
  io::Child child = io::Child::spawn(argv);
  return cli::wait_in_foreground(child, context);
}

}  // namespace

cli::About about() {
  cli::About about{"powerlog",
                   "Sample power rails and integrate energy, until stopped or while a command runs",
                   kExamples,
                   {&power_rows().kind(), &mark_rows().kind(), &summary_rows().kind()}};
  about.old_spellings = {{"--list-rails", "rails", false}, {"--from", "import", true}};
  return about;
}

cli::Actions actions() {
  const auto options = std::make_shared<Options>();
  cli::DefaultAction sampling;
  sampling.declare = [options](cli::App& app) { declare(app, *options); };
  sampling.run = [options](cli::Context& context) { return run(*options, context); };
  sampling.wraps_command = true;
  sampling.owns_options = true;
  return {{rails_subcommand(), import_subcommand()}, sampling};
}

int run(const Options& options, cli::Context& context) {
  if (asks_for_report(options, context)) return report_energy(options, context);
  check(options, context);
  // With this, a reader that goes away ends the loop, which then writes summary and meta.
  io::Signals::survive_broken_pipes();
  return log_power(options, context);
}

}  // namespace wattline::powerlog
