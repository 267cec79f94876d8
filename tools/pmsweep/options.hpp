// SPDX-License-Identifier: Apache-2.0
// The options of pmsweep.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/steady_window.hpp"
#include "cli/progress_option.hpp"
#include "cli/shard.hpp"
#include "cli/tool.hpp"
#include "pmsweep/run_order.hpp"

namespace wattline::pmsweep {

enum class Only { missing };  // make failed runs again, too

// The rules that profiles are judged by, a profile of wattcheck.
enum class Check { mlperf, paper, quick, none };
const char* to_string(Check check);

// Which runs to make.
struct ListOptions {
  cli::RowOptions rows;
  std::string modes = "-";
  OrderKind order = OrderKind::given;
  std::optional<std::uint64_t> seed;
  cli::Shard shard;
  int runs = 1;
};

struct ReplayOptions : ListOptions {
  std::string table;
  std::vector<std::string> map{};  // of its columns (io/column_map.hpp)
};

struct Options : ListOptions {
  std::string replay;  // the older spelling of ReplayOptions::table
  std::string out;     // folder of the journal and the logs; empty = runs, runs.2 ...: the first that is free
  bool live = false;
  bool whole_run = false;
  bool resume = false;
  std::optional<Only> only;
  std::string sentinel;  // MODE/PERIOD
  std::string prepare, cleanup;
  std::string cool_to;  // degrees Celsius
  std::string rail = "TOTAL";
  std::int64_t cool_limit_ns = 600'000'000'000;
  std::int64_t timeout_ns = 1'800'000'000'000;
  std::int64_t interval_ns = 100'000'000;
  std::int64_t window_ns = 5'000'000'000;
  std::int64_t settle_ns = 30'000'000'000;
  SteadyLimits limits;
  double precision_pct = 0;  // 0 = the window has its full length
  std::optional<Check> check;
  bool as_root = false;
  cli::ProgressOption progress;

  // Windows that end as soon as they are precise are too short to be judged, unless that is asked for.
  Check check_in_force() const { return check.value_or(precision_pct > 0 ? Check::none : Check::quick); }
  // Whether the sweep goes on with the one in `out`.
  bool resumes() const { return resume || only.has_value(); }
};

void declare(cli::App& app, Options& options);
void declare_replay(cli::App& app, ReplayOptions& options);

// Without a sentinel. Throws a usage error for options that do not go together.
RunOrderOptions order_options(const ListOptions& options);
// If the list of modes has to be typed.
void say_awaited_list(const cli::Context& context, const ListOptions& options);

}  // namespace wattline::pmsweep
