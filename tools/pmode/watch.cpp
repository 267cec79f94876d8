// SPDX-License-Identifier: Apache-2.0
// verify, watch: is the mode that was asked for still in force?
#include <algorithm>
#include <map>

#include "base/parse.hpp"
#include "base/units.hpp"
#include "io/rows.hpp"
#include "io/ticker.hpp"
#include "pmode/change.hpp"
#include "pmode/verbs.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

// The mode named, or the one last asked for.
MachineState asked_state(const Machine& machine, const Options& options) {
  if (!options.mode.empty()) {
    MachineState named = resolve_target(machine, options);
    named.events = overcurrent_events(machine);
    return named;
  }
  const MachineState asked = last_asked(machine);
  if (asked.is_empty()) throw data_error("no mode was set with pmode since boot", "name one: pmode verify MODE");
  return asked;
}

void print_event(cli::RowStream& stream, cli::Context& context, const KnobReading& knob) {
  const auto or_na = [](const std::string& text) { return text.empty() ? std::string("NA") : text; };
  io::TsvWriter& rows = stream.rows();
  rows.number(to_seconds(context.clock.time_ns())).number(to_seconds(context.clock.mono_ns()));
  rows.text(knob.knob).text(knob.object).text(or_na(knob.cpus)).text(knob.unit);
  rows.integer(knob.asked).integer(knob.min).integer(knob.max).integer(knob.current);
  rows.text(knob.problem.empty() ? "follows" : "deviates").text(or_na(knob.problem));
  rows.text(context.root.source()).end_row();
}

}  // namespace

int verify(const Options& options, cli::Context& context) {
  const Machine machine = find_machine(context.root);
  const auto knobs = settle(machine, asked_state(machine, options), context.clock, options.settle_ns,
                            [&] { return context.signals.stop() != 0; });
  std::vector<std::string> problems;
  for (const KnobReading& knob : knobs) {
    if (!knob.problem.empty()) problems.push_back(describe(knob));
  }
  if (problems.empty()) return 0;
  const bool in_force = std::all_of(knobs.begin(), knobs.end(), [](const KnobReading& knob) {
    return knob.problem.empty() || knob.knob == "overcurrent";
  });
  throw Error(ExitCode::partial, join(problems, "; "),
              in_force ? "all knobs follow, but what ran meanwhile was slowed down; `pmode set` starts the count anew"
                       : "the mode is not in force; `pmode get` shows all knobs");
}

int watch(const Options& options, cli::Context& context) {
  const Machine machine = find_machine(context.root);
  MachineState asked = asked_state(machine, options);
  cli::RowStream stream(context, options.rows, io::watch_rows());
  io::Ticker ticker(context.clock.mono_ns(), options.interval_ns);
  std::map<std::string, bool> deviates;  // by knob and object
  const int wake = context.signals.fd();
  while (options.count == 0 || ticker.taken() < options.count) {
    context.clock.wait_until(ticker.due_ns(), &wake, 1);
    context.signals.drain();
    if (context.signals.stop() != 0 || stream.output().reader_gone()) return 0;
    if (context.clock.mono_ns() < ticker.due_ns()) continue;
    ticker.take(context.clock.mono_ns());
    for (const KnobReading& knob : read_knobs(machine, asked)) {
      bool& before = deviates[knob.knob + knob.object];
      if (before != !knob.problem.empty()) print_event(stream, context, knob);
      before = !knob.problem.empty();
    }
    asked.events = overcurrent_events(machine);  // the next row is about later ones
  }
  return 0;
}

}  // namespace wattline::pmode
