// SPDX-License-Identifier: Apache-2.0
#include "loadlog/programs.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/units.hpp"
#include "cli/option_types.hpp"
#include "cli/row_pacer.hpp"
#include "io/process_stat.hpp"
#include "loadlog/rows.hpp"
#include "platform/load/control_groups.hpp"
#include "platform/load/cpu_load.hpp"
#include "platform/load/process_groups.hpp"
#include "platform/mode/software.hpp"

namespace wattline::loadlog {

namespace {

void declare(cli::App& app, ProgramOptions& options) {
  cli::declare_ticks(app, options.sampling, "1s");
  app.add_option("--most", options.most, "Print at most this many process groups, and this many control groups [10]")
      .check(cli::positive());
}

class ProgramLogger {
 public:
  ProgramLogger(const ProgramOptions& options, cli::Context& context, const platform::Machine& machine,
                cli::RowStream& stream)
      : context_(context),
        stream_(stream),
        most_(static_cast<std::size_t>(options.most)),
        cpu_(context.root, machine.cpus),
        processes_(context.root),
        groups_(context.root) {}

  void tick() {
    platform::clear_numbers(load_);
    const std::int64_t mono_ns = context_.clock.mono_ns();
    time_ = std::chrono::nanoseconds(context_.clock.time_ns());
    mono_ = std::chrono::nanoseconds(mono_ns);
    cpu_.read(load_, mono_ns);
    if (io::shows_own_processes(context_.root)) write(platform::ProgramKind::process, processes_.read(mono_ns));
    if (groups_.any()) write(platform::ProgramKind::group, groups_.read(mono_ns, load_.cpus_online));
  }

 private:
  // The busiest, and in one row what the processors did beside them.
  void write(platform::ProgramKind kind, std::vector<platform::ProgramUse> programs) {
    constexpr double kPercent = 100;
    double other = load_.cpu_pct / kPercent * load_.cpus_online;
    platform::keep_busiest(programs, most_);
    for (const platform::ProgramUse& program : programs) {
      write_row({time_, mono_, program.kind, program.name, program.pid, program.processes, program.busy_cores, {}});
      other -= program.busy_cores;
    }
    if (!std::isfinite(other)) return;
    write_row({time_, mono_, kind, platform::kOtherPrograms, {}, {}, std::max(other, 0.0), {}});
  }
  void write_row(ProgramRow row) {
    row.source = context_.root.source();
    program_rows().write(stream_.rows(), row);
  }
  cli::Context& context_;
  cli::RowStream& stream_;
  std::size_t most_;
  platform::CpuLoad cpu_;
  platform::ProcessGroups processes_;
  platform::ControlGroups groups_;
  platform::LoadRow load_;
  std::chrono::nanoseconds time_{}, mono_{};
};

}  // namespace

int log_programs(const ProgramOptions& options, cli::Context& context) {
  cli::check_sampling(options.sampling, context);
  io::Signals::survive_broken_pipes();  // a reader that goes away ends the loop, and the meta rows are written
  const platform::Machine machine = platform::find_machine(context.root);
  io::Meta meta = platform::run_facts(machine);
  meta.emplace_back("interval_s", std::to_string(to_seconds(options.sampling.schedule.interval_ns)));
  cli::RowStream stream(context, options.sampling.rows, program_rows().kind(), meta);
  cli::RowPacer pacer(stream, options.sampling.pacing(), [&] { return meta; });
  ProgramLogger logger(options, context, machine, stream);
  io::SamplingLoop loop(context.clock, context.signals, options.sampling.schedule);
  long long taken = 0, missed = 0;
  const auto on_tick = [&](const io::Tick& tick) {
    logger.tick();
    ++taken;
    missed += tick.missed;
    pacer.tick(tick.now_ns);
    return !stream.output().reader_gone();
  };
  const auto sample = [&] { return cli::run_sampling(context, options.sampling, loop, on_tick); };
  const auto conclude = [&] {
    meta.emplace_back("missed_ticks", std::to_string(missed));
    stream.write_meta(meta);
    cli::note_missed_ticks(context, "loadlog", taken, missed);
  };
  return cli::conclude_always(context, sample, {conclude, [&] { pacer.finish(); }});
}

cli::Subcommand programs_subcommand() {
  return cli::wrapping_subcommand("programs", "Log the CPU time of the busiest processes and control groups", declare,
                                  log_programs, {&program_rows().kind()});
}

}  // namespace wattline::loadlog
