// SPDX-License-Identifier: Apache-2.0
// Measures how long a switch between two modes takes until each knob is read back as asked.
#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "cli/option_types.hpp"
#include "platform/mode/knobs.hpp"
#include "pmode/change.hpp"
#include "pmode/mode_argument.hpp"
#include "pmode/pmode.hpp"
#include "pmode/rows.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

struct BenchOptions {
  ModeOptions modes[2];
  int repeat = 5;
  WaitOptions wait;
  cli::RowOptions rows;
};

void declare(cli::App& app, BenchOptions& options) {
  app.add_option("MODE", options.modes[0].mode, "As for set").required();
  app.add_option("OTHER", options.modes[1].mode, "As for set").required();
  app.add_option("--repeat", options.repeat, "Number of switches to each of the two modes")
      .check(cli::between(0, 1000000))
      .capture_default_str();
  declare_settle(app, options.wait);
  declare_lock_timeout(app, options.wait);
  cli::declare_rows(app, options.rows);
}

constexpr std::int64_t kPollNs = 1'000'000;
constexpr double kMsPerSecond = 1e3;

using Key = std::pair<Knob, std::string>;   // a knob and its object
using Times = std::map<Key, std::int64_t>;  // since the switch began

struct Switch {
  std::vector<KnobReading> knobs;  // the last reading
  Times written_ns, follows_ns;
};

Key key(const KnobReading& knob) {
  return {knob.knob, knob.object};
}

// The knob that a file belongs to; empty for the files of the surroundings.
std::optional<Key> key_of(const Machine& machine, const std::string& path) {
  const auto lies_in = [&](const std::string& directory) {
    return path.compare(0, directory.size() + 1, directory + "/") == 0;
  };
  for (const CpuPolicy& policy : machine.cpus.policies) {
    if (lies_in(policy.directory)) return Key(Knob::cpu, policy.name);
  }
  if (machine.gpu && lies_in(machine.gpu->directory)) return Key(Knob::gpu, machine.gpu->name);
  for (const int cpu : machine.cpus.order) {
    if (path == core_online_file(cpu)) return Key(Knob::cores, "cpu");
  }
  const Emc& emc = machine.emc;
  for (const std::string& file :
       {emc.cap_file, emc.lock_file, emc.rate_file, emc.rate_control_file, emc.enable_file, emc.halt_file}) {
    if (path == file) return Key(Knob::emc, "emc");
  }
  return std::nullopt;
}

Switch make_switch(Change& change, const MachineState& target, const WaitOptions& options, cli::Context& context) {
  Switch result;
  const std::int64_t start = context.clock.mono_ns();
  change.on_write = [&](const std::string& path) {
    const std::int64_t written_ns = context.clock.mono_ns() - start;
    if (const auto key = key_of(change.machine(), path)) result.written_ns[*key] = written_ns;
  };
  change.apply(target);
  change.on_write = nullptr;
  do {
    result.knobs = read_knobs(change.machine(), target);
    const std::int64_t now = context.clock.mono_ns();
    for (const KnobReading& knob : result.knobs) {
      // A knob that left again starts over.
      if (!knob.problem.empty()) result.follows_ns.erase(key(knob));
      if (knob.verified) result.follows_ns.emplace(key(knob), now - start);
    }
    if (all_follow(result.knobs) || context.signals.stop() != 0) break;
    context.clock.wait_until(now + kPollNs, nullptr, 0);
  } while (context.clock.mono_ns() < start + options.settle_ns);
  return result;
}

std::optional<double> ms_of(const Times& times, const Key& key) {
  const auto found = times.find(key);
  if (found == times.end()) return std::nullopt;
  return to_seconds(found->second) * kMsPerSecond;
}

void print_switch(io::TsvWriter& rows, int number, const std::string& mode, const Switch& result, const char* source) {
  std::optional<double> written, followed;  // the slowest of all
  for (const KnobReading& knob : result.knobs) {
    const auto written_ms = ms_of(result.written_ns, key(knob)), settle_ms = ms_of(result.follows_ns, key(knob));
    written = std::max(written, written_ms);
    followed = std::max(followed, settle_ms);
    if (!settle_ms && knob.problem.empty()) continue;  // not part of the mode
    switch_rows().write(rows, {number, mode, to_string(knob.knob), knob.object, settle_ms, written_ms, source});
  }
  if (!all_follow(result.knobs)) followed.reset();
  switch_rows().write(rows, {number, mode, "all", {}, followed, written, source});
}

// Returns whether every knob followed in every switch.
bool run_switches(const BenchOptions& options, const MachineState* targets, Change& change, cli::RowStream& stream,
                  cli::Context& context) {
  change.apply(targets[1]);  // so that the first switch starts from the other mode
  settle(change.machine(), targets[1], context.clock, options.wait.settle_ns, nullptr);
  bool all = true;
  const int switches = 2 * options.repeat;
  for (int i = 0; i < switches && context.signals.stop() == 0 && !stream.output().reader_gone(); ++i) {
    const Switch result = make_switch(change, targets[i % 2], options.wait, context);
    const std::string mode(trim(options.modes[i % 2].mode));  // see protect_modes() of cli/tool.cpp
    print_switch(stream.rows(), i, mode, result, context.root.source());
    all = all && all_follow(result.knobs);
  }
  return all;
}

int run(const BenchOptions& options, cli::Context& context) {
  Change change(context, options.wait);
  const MachineState targets[] = {resolve_target(context, change.machine(), options.modes[0]),
                                  resolve_target(context, change.machine(), options.modes[1])};
  cli::RowStream stream(context, options.rows, switch_rows().kind());
  change.note_before(targets[0]);
  bool all = true;
  change.undo_after([&] { all = run_switches(options, targets, change, stream, context); });
  if (const int signal = context.signals.take_stop()) return signal_status(signal);
  return all ? 0 : to_int(ExitCode::partial);
}

}  // namespace

cli::Subcommand bench_subcommand() {
  return cli::subcommand("bench", "Measure how long switches between two modes take, per knob", declare, run);
}

}  // namespace wattline::pmode
