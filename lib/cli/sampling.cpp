// SPDX-License-Identifier: Apache-2.0
#include "cli/sampling.hpp"

#include <fmt/format.h>

#include <exception>

#include "base/error.hpp"
#include "cli/foreground.hpp"
#include "cli/option_types.hpp"
#include "cli/side_file.hpp"

namespace wattline::cli {

void declare_meta(App& app, RowOptions& options) {
  app.add_option("--meta", options.meta, "Write where the rows come from to FILE [with -o ROWS: ROWS.meta]");
}

void check_meta(const RowOptions& options) {
  if (options.meta != "-") return;
  throw usage_error("--meta -: the meta rows cannot go to standard output", "name a file");
}

void declare_sampling(App& app, SamplingOptions& options) {
  declare_ticks(app, options, "100ms");
  app.add_option("--summary", options.summary, "Write a summary to FILE at the end; - is standard output");
}

void declare_ticks(App& app, SamplingOptions& options, const std::string& interval) {
  declare_rows(app, options.rows);
  add_duration(app, "-i,--interval", options.schedule.interval_ns, "Time between ticks [" + interval + "]");
  app.add_option("-n,--count", options.schedule.count, "Stop after this many ticks").check(positive());
  add_duration(app, "-d,--duration", options.schedule.duration_ns, "Stop after this time");
  declare_meta(app, options.rows);
  add_size(app, "--max-size", options.max_size_b, "Rotate the file of rows when it is larger: FILE.1, FILE.2 ...");
  app.add_flag("--as-root", options.as_root, "Under sudo, run the command as root and not as the calling user");
}

void check_sampling(const SamplingOptions& options, const Context& context) {
  check_meta(options.rows);
  if (options.schedule.interval_ns <= 0) throw usage_error("-i 0: the interval must be positive");
  check_side_file("--summary", options.summary, options.rows);
  if (options.max_size_b > 0 && options.rows.output.empty()) throw usage_error("--max-size requires -o FILE");
  if (!context.command.empty() && (options.rows.output.empty() || options.rows.output == "-")) {
    throw usage_error("-- " + context.command.front() + ": the rows need a file of their own", "add -o FILE");
  }
}

int run_sampling(Context& context, const SamplingOptions& options, io::SamplingLoop& loop,
                 const std::function<bool(const io::Tick&)>& sample, const CommandWatch& watch) {
  if (context.command.empty()) {
    loop.run(sample);
    return to_int(ExitCode::ok);
  }
  io::SpawnOptions spawn;
  spawn.as_caller = !options.as_root;
  if (watch.prepare) watch.prepare(spawn);
  io::Child child = io::Child::spawn(context.command, spawn);
  if (watch.started) watch.started(child);
  // A full disk must not end the command: the error is reported after it.
  std::exception_ptr failure;
  const int status = loop.run_beside(child, [&](const io::Tick& tick) {
    try {
      return sample(tick);
    } catch (const Error&) {
      failure = std::current_exception();
      return false;
    }
  });
  if (failure) std::rethrow_exception(failure);
  return status;
}

// In fewer than 100 ticks, a single one is more than that share.
void note_missed_ticks(const Context& context, const std::string& program, long long taken, long long missed) {
  const long long due = taken + missed;
  const double missed_pct = 100 * static_cast<double>(missed) / static_cast<double>(due);
  if (due < 100 || missed_pct <= io::kMostMissedPct) return;
  context.note(
      fmt::format("{0} of {1} ticks were missed, more than {2} %: choose a longer -i, or start {3} with a higher "
                  "priority (chrt -r 20 {3} ...)",
                  missed, due, io::kMostMissedPct, program));
}

int conclude_always(const Context& context, const std::function<int()>& sample,
                    const std::vector<std::function<void()>>& conclude) {
  int status = 0;
  std::exception_ptr failure;
  std::string told;
  const auto attempt = [&](const std::function<void()>& part) {
    try {
      part();
    } catch (const Error& error) {
      if (failure && error.what() != told) context.note(error.what());
      if (failure) return;
      failure = std::current_exception();
      told = error.what();
    }
  };
  attempt([&] { status = sample(); });
  for (const auto& part : conclude) attempt(part);
  if (failure) std::rethrow_exception(failure);
  return status;
}

}  // namespace wattline::cli
