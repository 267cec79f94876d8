// SPDX-License-Identifier: Apache-2.0
// bench: how long a switch between two modes takes until each knob is read back as asked.
#include <map>

#include "base/units.hpp"
#include "io/rows.hpp"
#include "pmode/change.hpp"
#include "pmode/verbs.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

constexpr std::int64_t kPollNs = 1'000'000;
constexpr double kMsPerSecond = 1e3;

struct Switch {
  std::vector<KnobReading> knobs;                  // the last reading
  std::map<std::string, std::int64_t> follows_ns;  // by knob and object: since the first write
};

std::string key(const KnobReading& knob) {
  return knob.knob + " " + knob.object;
}

Switch make_switch(Change& change, const MachineState& target, const Options& options, cli::Context& context) {
  Switch result;
  const std::int64_t start = context.clock.mono_ns();
  change.apply(target);
  do {
    result.knobs = read_knobs(change.machine(), target);
    const std::int64_t now = context.clock.mono_ns();
    for (const KnobReading& knob : result.knobs) {
      // A knob that left again starts anew.
      if (!knob.problem.empty()) result.follows_ns.erase(key(knob));
      if (knob.verified) result.follows_ns.emplace(key(knob), now - start);
    }
    if (all_follow(result.knobs) || context.signals.stop() != 0) break;
    context.clock.wait_until(now + kPollNs, nullptr, 0);
  } while (context.clock.mono_ns() < start + options.settle_ns);
  return result;
}

void print_switch(io::TsvWriter& rows, int number, const std::string& mode, const Switch& result, const char* source) {
  std::int64_t slowest = 0;
  for (const KnobReading& knob : result.knobs) {
    const auto found = result.follows_ns.find(key(knob));
    const bool late = found == result.follows_ns.end();
    if (late && knob.problem.empty()) continue;  // not part of the mode
    if (!late) slowest = std::max(slowest, found->second);
    rows.integer(number).text(mode).text(knob.knob).text(knob.object);
    rows.number(late ? std::nullopt : std::optional<double>(to_seconds(found->second) * kMsPerSecond));
    rows.text(source).end_row();
  }
  rows.integer(number).text(mode).text("all").text("-");
  rows.number(all_follow(result.knobs) ? std::optional<double>(to_seconds(slowest) * kMsPerSecond) : std::nullopt);
  rows.text(source).end_row();
}

}  // namespace

int bench(const Options& options, cli::Context& context) {
  Change change(context, options);
  Options other = options;
  other.mode = options.mode_b;
  const MachineState targets[] = {resolve_target(change.machine(), options), resolve_target(change.machine(), other)};
  const std::string names[] = {options.mode, options.mode_b};
  change.note_before(targets[0]);
  cli::RowStream stream(context, options.rows, io::switch_rows());
  change.apply(targets[1]);  // so that the first switch starts from the other mode
  settle(change.machine(), targets[1], context.clock, options.settle_ns, nullptr);
  bool all = true;
  const int switches = 2 * static_cast<int>(options.repeat);
  for (int i = 0; i < switches && context.signals.stop() == 0 && !stream.output().reader_gone(); ++i) {
    const Switch result = make_switch(change, targets[i % 2], options, context);
    print_switch(stream.rows(), i, names[i % 2], result, context.root.source());
    all = all && all_follow(result.knobs);
  }
  change.undo();
  return all ? 0 : to_int(ExitCode::partial);
}

}  // namespace wattline::pmode
