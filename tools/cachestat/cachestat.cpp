// SPDX-License-Identifier: Apache-2.0
#include "cachestat/cachestat.hpp"

#include <sys/resource.h>

#include <memory>

#include "base/error.hpp"
#include "cachestat/evict.hpp"
#include "cachestat/list_input.hpp"
#include "cachestat/pin.hpp"
#include "cachestat/rows.hpp"
#include "cachestat/scan.hpp"
#include "cachestat/stop.hpp"
#include "cachestat/warm.hpp"
#include "cli/option_types.hpp"
#include "page_cache/residency_row.hpp"

namespace wattline::cachestat {

namespace {

constexpr const char* kExamples =
    "  cachestat train/                                  one row: how much of it is in memory\n"
    "  cachestat -f train/ | sort -t$'\\t' -k15,15n       one row per file, coldest first\n"
    "  cachestat --from labels.csv --column path --base data/\n"
    "  cachestat --watch 1s -n 3 --sample 4000 train/    an estimate every second\n"
    "  cachestat evict train/ && cachestat warm train/\n"
    "  cachestat pin --fraction 0.5 train/ -- ./train.sh";

// The options of the tool itself, which may stand before and after a subcommand.
struct Shared {
  Options options;
  ScanOptions scan;
};

// Deep trees keep a descriptor per level, batches one per directory.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

void declare_shared(cli::App& app, Shared& shared) {
  declare(app, shared.options);
  declare_scan(app, shared.scan);
}

int run_scan(const Shared& shared, cli::Context& context) {
  check_scan(shared.scan);
  const ListReads reads = shared.scan.watch_ns == 0 ? ListReads::once : ListReads::often;
  return run_checked(shared.options, reads, context,
                     [&](const Options& options) { return scan(options, shared.scan, context); });
}

void declare_subcommand(cli::App& app, Shared& shared) {
  app.footer("The options of `cachestat --help` that choose files apply here too.");
  app.add_flag("-0", shared.options.null).group("");  // else taken for a number, which is a PATH
  // A file of that name among many, as with `cachestat *`, must not evict them all.
  app.preparse_callback([app] {
    if (app.parent().option("PATH").count() == 0) return;
    throw usage_error(app.name() + ": a subcommand must come before all PATHs",
                      "./" + app.name() + " is the file of that name");
  });
}

template <class Own>
cli::Subcommand make(const std::shared_ptr<Shared>& shared, const char* name, const char* purpose,
                     void (*declare_own)(cli::App&, Own&), int (*run)(const Options&, const Own&, cli::Context&)) {
  const auto own = std::make_shared<Own>();
  const auto declare = [shared, own, declare_own](cli::App& app) {
    declare_subcommand(app, *shared);
    declare_own(app, *own);
  };
  const auto run_own = [shared, own, run](cli::Context& context) {
    if (any_given(shared->scan)) throw usage_error("only scan has -f, -n, --sample, --map and --watch");
    return run_checked(shared->options, ListReads::often, context,
                       [&](const Options& options) { return run(options, *own, context); });
  };
  return {name, purpose, declare, run_own};
}

cli::Subcommand make_scan(const std::shared_ptr<Shared>& shared) {
  return {"scan", "Print what is resident (the default)", [shared](cli::App& app) { declare_subcommand(app, *shared); },
          [shared](cli::Context& context) { return run_scan(*shared, context); }};
}

}  // namespace

cli::About about() {
  return {"cachestat",
          "Show how much of a data set is in the page cache; warm, evict or pin it",
          kExamples,
          {&page_cache::residency_rows(), &map_rows().kind()}};
}

cli::Actions actions() {
  const auto shared = std::make_shared<Shared>();
  cli::Subcommand pinning =
      make(shared, "pin", "Hold a fixed random part of the files in memory while a command runs", declare_pin, pin);
  pinning.wraps_command = true;
  return {
      {make_scan(shared), make(shared, "warm", "Read files into memory, in parallel, and verify", declare_warm, warm),
       make(shared, "evict", "Write back and drop the files' pages; print what is left", declare_evict, evict),
       pinning},
      {[shared](cli::App& app) { declare_shared(app, *shared); },
       [shared](cli::Context& context) { return run_scan(*shared, context); },
       {},
       // `cachestat -f -- *`. With a PATH in front, `pin` was probably forgotten.
       [shared](const std::vector<std::string>& words) {
         if (!shared->options.paths.empty() || !shared->options.from.empty()) return false;
         shared->options.paths = words;
         return true;
       }}};
}

int run_checked(const Options& options, ListReads reads, cli::Context& context,
                const std::function<int(const Options&)>& action) {
  check(options);
  if (context.command.empty()) raise_descriptor_limit();  // a command would inherit it
  if (reads == ListReads::once || options.from.empty()) return action(options);
  const io::Fd copy = copy_unless_file(options.from, stop_of(context));
  Options again = options;
  if (copy) again.copy = io::descriptor_path(copy.get());
  return action(again);
}

}  // namespace wattline::cachestat
