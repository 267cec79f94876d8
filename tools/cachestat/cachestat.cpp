// SPDX-License-Identifier: Apache-2.0
#include "cachestat/cachestat.hpp"

#include <sys/resource.h>

#include "cachestat/list_input.hpp"

namespace wattline::cachestat {

namespace {

void check(const Options& options, const cli::Context& context) {
  if (options.paths.empty() && options.from.empty()) throw usage_error("no PATH", "name a directory, or --from a list");
  if (options.from.empty() && (options.null || !options.column.empty() || !options.base.empty())) {
    throw usage_error("-0, --column and --base: need --from FILE");
  }
  if (options.null && !options.column.empty()) throw usage_error("-0: not together with --column");
  if (options.verb != Verb::pin && !context.command.empty()) {
    throw usage_error("-- " + context.command.front() + ": only pin runs a command");
  }
  const int outputs = (options.map > 0 ? 1 : 0) + (options.per_file ? 1 : 0) + (options.sample > 0 ? 1 : 0);
  if (outputs > 1) throw usage_error("-f, --sample and --map: choose one");
  if (options.verb != Verb::scan && (outputs > 0 || options.watch_ns > 0)) {
    throw usage_error("-f, --sample, --map and --watch: only with scan");
  }
  if (options.map > 0 && options.watch_ns > 0) throw usage_error("--map: not together with --watch");
  if (options.count > 0 && options.watch_ns == 0) throw usage_error("-n: needs --watch TIME");
}

// Deep trees keep a descriptor per level, batches one per directory.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

Stop stop_of(const cli::Context& context) {
  return [&signals = context.signals] { return signals.stop() != 0; };
}

namespace {

int run_verb(const Options& options, cli::Context& context) {
  switch (options.verb) {
    case Verb::warm:
      return warm(options, context);
    case Verb::evict:
      return evict(options, context);
    case Verb::pin:
      return pin(options, context);
    case Verb::scan:
      break;
  }
  return options.map > 0 ? map(options, context) : scan(options, context);
}

}  // namespace

int run(const Options& options, cli::Context& context) {
  check(options, context);
  if (context.command.empty()) raise_descriptor_limit();  // a command would inherit it
  const bool once = options.verb == Verb::scan && options.watch_ns == 0;
  if (once || options.from.empty()) return run_verb(options, context);
  const io::Fd copy = copy_unless_file(options.from, stop_of(context));
  Options again = options;
  if (copy) again.copy = io::descriptor_path(copy.get());
  return run_verb(again, context);
}

}  // namespace wattline::cachestat
