// SPDX-License-Identifier: Apache-2.0
// The options that all loggers share: -i, -n, -d, --summary, --meta, --max-size and what -o adds.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cli/context.hpp"
#include "cli/row_pacer.hpp"
#include "cli/row_stream.hpp"
#include "cli/tool.hpp"
#include "io/child.hpp"
#include "io/sampling_loop.hpp"

namespace wattline::cli {

struct SamplingOptions {
  RowOptions rows;
  io::Schedule schedule;
  std::string summary;
  std::int64_t max_size_b = 0;  // of the file of rows, which is then rotated; 0 = no limit
  bool as_root = false;         // under sudo, run the command as root and not as the calling user
  PacerOptions pacing() const { return {schedule.interval_ns, max_size_b}; }
};
// --meta alone, for jobs that print rows without sampling. It is replaced while rows are written, which a stream cannot
// be: `-` is refused.
void declare_meta(App& app, RowOptions& options);
void check_meta(const RowOptions& options);

void declare_sampling(App& app, SamplingOptions& options);
// The same without --summary, for loggers that have none. `interval`: the default of -i, as it is written.
void declare_ticks(App& app, SamplingOptions& options, const std::string& interval);

// Refuses, before anything is opened, an interval that is not positive, --max-size without a file, and two writers on
// one standard output.
void check_sampling(const SamplingOptions& options, const Context& context);

// What sees the command of run_sampling(): before it is spawned, and before the first tick.
struct CommandWatch {
  std::function<void(io::SpawnOptions&)> prepare{};
  std::function<void(const io::Child&)> started{};
};
// Runs the loop alone or around context.command, and returns the tool's status.
int run_sampling(Context& context, const SamplingOptions& options, io::SamplingLoop& loop,
                 const std::function<bool(const io::Tick&)>& sample, const CommandWatch& watch = {});

// Notes a share of missed ticks that wattcheck does not accept.
void note_missed_ticks(const Context& context, const std::string& program, long long taken, long long missed);

// Runs `sample` and then each of `conclude`, whichever of them fails: a summary may be on a disk that works, unlike the
// rows, or the other way round. Throws the first error, and notes the others.
int conclude_always(const Context& context, const std::function<int()>& sample,
                    const std::vector<std::function<void()>>& conclude);

}  // namespace wattline::cli
