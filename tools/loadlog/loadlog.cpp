// SPDX-License-Identifier: Apache-2.0
#include "loadlog/loadlog.hpp"

#include <memory>
#include <optional>

#include "base/error.hpp"
#include "base/units.hpp"
#include "cli/row_pacer.hpp"
#include "cli/side_file.hpp"
#include "io/process_stat.hpp"
#include "loadlog/import_load.hpp"
#include "loadlog/load_metrics.hpp"
#include "loadlog/load_writer.hpp"
#include "loadlog/programs.hpp"
#include "loadlog/rows.hpp"
#include "loadlog/summary.hpp"
#include "platform/board/thermal.hpp"
#include "platform/load/block_device.hpp"
#include "platform/load/board_load.hpp"
#include "platform/load/cpu_load.hpp"
#include "platform/load/process_cpu.hpp"
#include "platform/load/process_reads.hpp"
#include "platform/mode/command_modes.hpp"
#include "platform/mode/software.hpp"

namespace wattline::loadlog {

namespace {

constexpr const char* kExamples =
    "  loadlog -i 1s                            use, clocks, temperatures, pressure every second\n"
    "  loadlog --disk data/ -i 1s -o load.tsv -- trainstep ...\n"
    "  loadlog -d 1m --summary clocks.tsv -o load.tsv\n"
    "  loadlog programs -n 5                    CPU time of the busiest processes and containers\n"
    "  loadlog import tegrastats tegrastats.log";

class Logger {
 public:
  Logger(const Options& options, cli::Context& context, const platform::Machine& machine, cli::RowStream& stream,
         cli::RowPacer& pacer, LoadMetrics& metrics)
      : context_(context),
        stream_(stream),
        pacer_(pacer),
        metrics_(metrics),
        cpu_(context.root, machine.cpus),
        board_(context.root, machine.board),
        writer_(stream.rows(), context.root.source()) {
    if (options.pid > 0) watch_process(options.pid);
  }
  void watch_disk(const platform::BlockDevice& device) { disk_.emplace(device); }
  void watch_process(std::int64_t pid) {
    reads_.emplace(pid);
    if (io::shows_own_processes(context_.root)) process_.emplace(context_.root, static_cast<pid_t>(pid));
  }

  bool tick(const io::Tick& tick) {
    platform::clear_numbers(row_);
    const std::int64_t now = tick.now_ns;
    cpu_.read(row_, context_.clock.mono_ns());
    board_.read(row_, now);
    if (disk_) disk_->read(row_, context_.clock.mono_ns());
    if (reads_) reads_->read(row_);
    if (process_) process_->read(row_, context_.clock.mono_ns());
    context_.warn_broken(row_.broken);
    summary_.add(row_);
    ++taken_;
    missed_ += tick.missed;
    writer_.write(
        {std::chrono::nanoseconds(context_.clock.time_ns()), std::chrono::nanoseconds(context_.clock.mono_ns())}, row_);
    pacer_.tick(now);
    metrics_.tick(now, row_);
    return !stream_.output().reader_gone();
  }
  const Summary& summary() const { return summary_; }
  long long taken() const { return taken_; }
  long long missed() const { return missed_; }

 private:
  cli::Context& context_;
  cli::RowStream& stream_;
  cli::RowPacer& pacer_;
  LoadMetrics& metrics_;
  platform::CpuLoad cpu_;
  platform::BoardLoad board_;
  std::optional<platform::DiskLoad> disk_;
  std::optional<platform::ProcessReads> reads_;
  std::optional<platform::ProcessCpu> process_;
  platform::LoadRow row_;
  LoadWriter writer_;
  Summary summary_;
  long long taken_ = 0, missed_ = 0;
};

std::optional<platform::BlockDevice> find_disk(const Options& options, const cli::Context& context) {
  if (options.disk.empty()) return std::nullopt;
  try {
    return platform::find_block_device(options.disk, context.root);
  } catch (const Error& error) {
    throw Error(error.code(), std::string("--disk ") + error.what(), error.hint());
  }
}

int log_load(const Options& options, cli::Context& context) {
  const platform::Machine machine = platform::find_machine(context.root);
  const std::optional<platform::BlockDevice> disk = find_disk(options, context);
  io::Meta meta = platform::run_facts(machine);
  meta.emplace_back("interval_s", std::to_string(to_seconds(options.sampling.schedule.interval_ns)));
  if (disk) meta.emplace_back("disk", disk->chain);
  for (const auto& fact : platform::trip_point_facts(context.root)) meta.push_back(fact);

  LoadMetrics metrics(context, options.prometheus, machine);
  cli::RowStream stream(context, choose_columns(options.sampling.rows, options.per_core), load_rows().kind(), meta);
  cli::SideFile summary(context, options.sampling.summary, summary_rows().kind());
  cli::RowPacer pacer(stream, options.sampling.pacing(), [&] { return meta; });
  Logger logger(options, context, machine, stream, pacer, metrics);
  if (disk) logger.watch_disk(*disk);
  io::SamplingLoop loop(context.clock, context.signals, options.sampling.schedule);
  const platform::ClockTimes before = platform::read_clock_times(context.root, machine.cpus);
  const std::int64_t start_ns = context.clock.mono_ns();
  const auto on_child = [&](const io::Child& child) {
    if (options.cmd) logger.watch_process(child.pid());
  };
  platform::CommandModes modes(machine, context.clock.mono_ns());
  const auto on_tick = [&](const io::Tick& tick) {
    const bool wanted = logger.tick(tick);
    if (!context.command.empty() && tick.scheduled) modes.tick(tick.now_ns);
    return wanted;
  };
  const auto sample = [&] { return cli::run_sampling(context, options.sampling, loop, on_tick, {{}, on_child}); };
  const auto conclude = [&] {
    metrics.finish();
    if (summary) {
      const double elapsed_s = to_seconds(context.clock.mono_ns() - start_ns);
      const auto clocks =
          platform::clock_shares(before, platform::read_clock_times(context.root, machine.cpus), elapsed_s);
      for (const std::string& knob : clocks.broken) {
        context.warn_once(knob, "its clock times went back or jumped: no shares");
      }
      logger.summary().write(clocks.shares, logger.missed(), context.root.source(), summary.rows());
    }
    for (const auto& fact : modes.facts(context.clock.mono_ns())) meta.push_back(fact);
    meta.push_back(platform::mode_fact(machine, "mode_end"));
    meta.emplace_back("missed_ticks", std::to_string(logger.missed()));
    stream.write_meta(meta);
    cli::note_missed_ticks(context, "loadlog", logger.taken(), logger.missed());
  };
  return cli::conclude_always(context, sample, {conclude, [&] { pacer.finish(); }});
}

}  // namespace

cli::About about() {
  cli::About about{"loadlog",
                   "Sample CPU, GPU, memory, temperatures, pressure and disk, until stopped or while a command runs",
                   kExamples,
                   {&load_rows().kind(), &summary_rows().kind()}};
  about.old_spellings = {{"--from", "import", true}};
  return about;
}

cli::Actions actions() {
  const auto options = std::make_shared<Options>();
  cli::DefaultAction sampling;
  sampling.declare = [options](cli::App& app) { declare(app, *options); };
  sampling.run = [options](cli::Context& context) { return run(*options, context); };
  sampling.wraps_command = true;
  sampling.owns_options = true;
  return {{programs_subcommand(), import_subcommand()}, sampling};
}

int run(const Options& options, cli::Context& context) {
  check(options, context);
  // With this, a reader that goes away ends the loop, which then writes summary and meta.
  io::Signals::survive_broken_pipes();
  return log_load(options, context);
}

}  // namespace wattline::loadlog
