// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <map>

#include "base/units.hpp"
#include "cli/option_types.hpp"
#include "io/ticker.hpp"
#include "platform/mode/knobs.hpp"
#include "platform/mode/mode_of.hpp"
#include "pmode/expected_state.hpp"
#include "pmode/pmode.hpp"
#include "pmode/rows.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

struct WatchOptions {
  ModeOptions mode;
  std::int64_t interval_ns = 1'000'000'000;
  std::int64_t count = 0;  // 0 = until stopped
  cli::RowOptions rows;
};

void declare(cli::App& app, WatchOptions& options) {
  app.add_option("MODE", options.mode.mode, "Mode to check [the mode last set]");
  cli::add_duration(app, "-i,--interval", options.interval_ns, "Time between checks [1s]");
  app.add_option("-n,--count", options.count, "Stop after N checks");
  declare_mode_rules(app, options.mode);
  cli::declare_rows(app, options.rows);
}

void print_event(cli::RowStream& stream, cli::Context& context, const KnobReading& knob) {
  const std::chrono::nanoseconds time(context.clock.time_ns()), mono(context.clock.mono_ns());
  watch_rows().write(stream.rows(), {time, mono, knob, context.root.source()});
}

// When the mode was watched, so that a log without rows says that nothing left it.
std::string seconds(std::int64_t ns) {
  return fmt::format("{:.6f}", to_seconds(ns));
}

int run(const WatchOptions& options, cli::Context& context) {
  const Machine machine = machine_with_knobs(context.root);
  MachineState asked = expected_state(context, machine, options.mode);
  io::Meta facts{{"mode", to_string(mode_of(machine, asked))}, {"interval_s", seconds(options.interval_ns)}};
  cli::RowStream stream(context, options.rows, watch_rows().kind(), facts);
  io::Ticker ticker(context.clock.mono_ns(), options.interval_ns);
  std::map<std::pair<Knob, std::string>, bool> deviates;  // by knob and object
  const int wake = context.signals.fd();
  std::int64_t checked_ns = 0;
  while (options.count == 0 || ticker.taken() < options.count) {
    context.clock.wait_until(ticker.due_ns(), &wake, 1);
    context.signals.drain();
    if (context.signals.stop() != 0 || stream.output().reader_gone()) break;
    if (context.clock.mono_ns() < ticker.due_ns()) continue;
    ticker.take(context.clock.mono_ns());
    for (const KnobReading& knob : read_knobs(machine, asked)) {
      bool& before = deviates[{knob.knob, knob.object}];
      if (before != !knob.problem.empty()) print_event(stream, context, knob);
      before = !knob.problem.empty();
    }
    asked.events = overcurrent_events(machine);  // the next row is about later ones
    checked_ns = context.clock.mono_ns();
    if (ticker.taken() == 1) facts.emplace_back("first_check_mono_s", seconds(checked_ns));
  }
  if (checked_ns > 0) facts.emplace_back("last_check_mono_s", seconds(checked_ns));
  stream.write_meta(facts);
  return 0;
}

}  // namespace

cli::Subcommand watch_subcommand() {
  return cli::subcommand("watch", "Print a row whenever a knob leaves the mode or returns to it", declare, run);
}

}  // namespace wattline::pmode
