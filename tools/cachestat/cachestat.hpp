// SPDX-License-Identifier: Apache-2.0
// Which part of a data set is in the page cache; warm it, evict it, pin a part of it.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/tool.hpp"
#include "page_cache/probe.hpp"
#include "page_cache/walk.hpp"

namespace wattline::cachestat {

enum class Verb { scan, warm, evict, pin };

struct Options {
  Verb verb = Verb::scan;

  // What is looked at.
  std::vector<std::string> paths;
  std::string from;    // list of names, "-" = stdin; empty = none
  std::string copy;    // of a list that is read more than once and cannot be; empty = none
  bool null = false;   // names end with NUL
  std::string column;  // the list is a CSV or TSV table, the names are this column
  std::string base;    // relative names of the list start here
  page_cache::WalkOptions walk;
  bool allow_empty = false;

  // How.
  unsigned jobs = 0;  // 0 = chosen by method
  page_cache::Method method = page_cache::Method::none;

  // What is printed.
  bool per_file = false;
  std::string label;
  std::int64_t watch_ns = 0;  // 0 = once
  std::int64_t count = 0;     // rounds of --watch; 0 = until stopped
  std::int64_t sample = 0;    // files; 0 = all
  std::int64_t seed = 0;
  std::int64_t map = 0;  // parts of each file; 0 = no map
  cli::RowOptions rows;

  // Of single verbs.
  bool async = false;
  bool metadata = false;
  std::int64_t pin_b = 0;
  double pin_fraction = 0;
  bool as_root = false;
};

// Whether a signal asked to end: work on large files looks now and then, waits for others at least this often.
using Stop = std::function<bool()>;
constexpr int kPatience_ms = 100;
Stop stop_of(const cli::Context& context);

void declare(CLI::App& app, Options& options);
int run(const Options& options, cli::Context& context);

// The verbs. Each returns the exit status.
int scan(const Options& options, cli::Context& context);
int warm(const Options& options, cli::Context& context);
int evict(const Options& options, cli::Context& context);
int pin(const Options& options, cli::Context& context);
// Other rows of scan.
int map(const Options& options, cli::Context& context);

}  // namespace wattline::cachestat
