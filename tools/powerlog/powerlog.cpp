// SPDX-License-Identifier: Apache-2.0
#include "powerlog/powerlog.hpp"

#include <csignal>
#include <cstring>
#include <ctime>

#include "base/units.hpp"
#include "cli/options.hpp"
#include "io/rows.hpp"
#include "platform/board.hpp"
#include "powerlog/describe.hpp"
#include "powerlog/meter.hpp"

namespace wattline::powerlog {

namespace {

constexpr const char* kExamples =
    "  powerlog                                every rail and TOTAL, ten times a second, until Ctrl-C\n"
    "  powerlog -r TOTAL -i 1s -d 1m           the board's total for a minute\n"
    "  powerlog -o power.tsv -- trainstep ...  for as long as a command runs\n"
    "  powerlog -d 10s --summary sum.tsv -o power.tsv\n"
    "  powerlog --list-rails";

double process_cpu_s() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

platform::Rails find_rails(const platform::Board& board, cli::Context& context) {
  platform::Rails rails = platform::discover_rails(context.root, board);
  if (rails.list.empty()) {
    throw unavailable(board.name + ": no power sensor found below " + context.root.directory().string(),
                      "a Jetson has them in /sys/bus/i2c/drivers/ina3221 (or ina3221x), a PC in /sys/class/powercap; "
                      "`jetsim mount --board agx-orin DIR` and --root DIR emulate a board");
  }
  for (const std::string& note : rails.notes) context.note(note);
  return rails;
}

io::Meta describe_run(const platform::Board& board, const Options& options, const Meter& meter) {
  io::Meta meta{{"board", board.id}, {"model", board.name}};
  if (board.l4t) meta.emplace_back("l4t", platform::to_string(*board.l4t));
  meta.emplace_back("interval_s", std::to_string(to_seconds(options.sampling.schedule.interval_ns)));
  const io::Meta rails = describe_rails(meter);
  meta.insert(meta.end(), rails.begin(), rails.end());
  return meta;
}

// One run of the loop: rows, marks, accounts.
class Logger {
 public:
  Logger(const Options& options, cli::Context& context, Meter& meter, io::TsvWriter& rows, io::Output& out)
      : context_(context),
        meter_(meter),
        rows_(rows),
        out_(out),
        pacer_(rows, options.sampling.schedule.interval_ns),
        marks_(context, options.marks_out, io::mark_rows()),
        cpu_start_s_(process_cpu_s()),
        start_ns_(context.clock.mono_ns()) {}

  bool tick(const io::Tick& tick);
  void mark(const std::string& label, const char* origin);
  const Timing& finish();

 private:
  void write_row(const Series& series);
  cli::Context& context_;
  Meter& meter_;
  io::TsvWriter& rows_;
  io::Output& out_;
  cli::RowPacer pacer_;
  cli::SideFile marks_;
  Timing timing_;
  double cpu_start_s_;
  std::int64_t start_ns_;
  int mark_count_ = 0;
};

bool Logger::tick(const io::Tick& tick) {
  meter_.sweep(context_.clock);
  meter_.account(tick.missed > 0);
  ++timing_.ticks;
  timing_.missed += tick.missed;
  if (tick.scheduled) timing_.late.add(tick.late_ns);
  for (const Series& series : meter_.series()) {
    if (series.printed) write_row(series);
  }
  timing_.sweep.add(context_.clock.mono_ns() - tick.now_ns);
  pacer_.tick(tick.now_ns);
  return !out_.reader_gone();
}

void Logger::write_row(const Series& series) {
  if (series.reading.error != 0) {
    context_.warn_once(series.name, std::string("cannot be read: ") + std::strerror(series.reading.error));
  }
  rows_.number(to_seconds(series.time_ns)).number(to_seconds(series.mono_ns));
  rows_.text(series.name).text(platform::to_string(series.scope));
  rows_.number(series.reading.voltage_v).number(series.reading.current_a).number(series.reading.power_w);
  rows_.integer(series.stale ? 1 : 0).text(context_.root.source());
  rows_.end_row();
}

void Logger::mark(const std::string& label, const char* origin) {
  ++mark_count_;
  if (!marks_) return;
  const std::int64_t mono = context_.clock.mono_ns();
  marks_.rows().number(to_seconds(context_.clock.time_ns())).number(to_seconds(mono));
  marks_.rows().text(label.empty() ? std::to_string(mark_count_) : label).text(origin).text(context_.root.source());
  marks_.rows().end_row();
}

const Timing& Logger::finish() {
  rows_.flush();
  const double elapsed_s = to_seconds(context_.clock.mono_ns() - start_ns_);
  if (elapsed_s > 0) timing_.cpu_pct = 100 * (process_cpu_s() - cpu_start_s_) / elapsed_s;
  return timing_;
}

void warn_if_faster_than_sensor(const Options& options, const Meter& meter, const cli::Context& context) {
  const double interval_s = to_seconds(options.sampling.schedule.interval_ns);
  const double window_s = meter.window_s();
  if (window_s <= interval_s) return;
  char text[120];
  std::snprintf(text, sizeof text, "the sensor averages over %.0f ms: readings at %g ms repeat, marked stale",
                window_s * 1e3, interval_s * 1e3);
  context.note(text);
}

int log_power(const Options& options, cli::Context& context) {
  const platform::Board board = platform::detect_board(context.root);
  Meter meter(find_rails(board, context), options.rails);
  warn_if_faster_than_sensor(options, meter, context);
  cli::RowStream stream(context, options.sampling.rows, io::power_rows(), describe_run(board, options, meter));
  cli::SideFile summary(context, options.sampling.summary, io::power_summary_rows());
  Logger logger(options, context, meter, stream.rows(), stream.output());
  io::SamplingLoop loop(context.clock, context.signals, options.sampling.schedule);
  loop.on_marks([&](int count) {
    while (count-- > 0) logger.mark("", "signal");
  });
  const int status =
      cli::run_sampling(context, options.sampling, loop, [&](const io::Tick& tick) { return logger.tick(tick); });
  const Timing& timing = logger.finish();
  if (summary) write_summary(meter, timing, summary.rows(), context.root.source());
  stream.write_meta(describe_run(board, options, meter));
  return status;
}

}  // namespace

cli::About about() {
  cli::About about;
  about.name = "powerlog";
  about.purpose = "Sample power rails and integrate energy, alone or around a command";
  about.examples = kExamples;
  about.rows = {&io::power_rows(), &io::mark_rows(), &io::power_summary_rows(), &io::rail_rows()};
  about.wraps_command = true;
  return about;
}

void declare(CLI::App& app, Options& options) {
  cli::declare_sampling(app, options.sampling);
  app.add_option("-r,--rail", options.rails, "Rails to print, TOTAL among them (repeatable) [all]")->delimiter(',');
  app.add_flag("--list-rails", options.list_rails, "List the rails and how well each is measured");
  app.add_option("--marks-out", options.marks_out, "Write marks (SIGUSR1) to FILE");
}

int run(const Options& options, cli::Context& context) {
  if (options.list_rails) {
    const platform::Board board = platform::detect_board(context.root);
    cli::RowStream stream(context, options.sampling.rows, io::rail_rows());
    list_rails(find_rails(board, context), context.clock, stream.rows(), context.root.source());
    return to_int(ExitCode::ok);
  }
  // With SIGPIPE ignored a reader that goes away ends the loop, which then writes summary and meta.
  std::signal(SIGPIPE, SIG_IGN);
  return log_power(options, context);
}

}  // namespace wattline::powerlog
