// SPDX-License-Identifier: Apache-2.0
// The options that all loggers share: -i, -n, -d, --summary, --meta and what -o adds.
#pragma once
#include <memory>
#include <string>

#include "cli/tool.hpp"
#include "io/sampling.hpp"

namespace wattline::cli {

struct SamplingOptions {
  RowOptions rows;
  io::Schedule schedule;
  std::string summary;
  bool as_root = false;
};
void declare_sampling(CLI::App& app, SamplingOptions& options);

// Refuses what cannot work before anything is opened: an interval of nothing, rows and a command on one standard
// output.
void check_sampling(const SamplingOptions& options, const Context& context);

// Runs the loop alone or around context.command, and returns the tool's status. `started` sees the command's process
// before the first tick.
int run_sampling(Context& context, const SamplingOptions& options, io::SamplingLoop& loop,
                 const std::function<bool(const io::Tick&)>& sample,
                 const std::function<void(const io::Child&)>& started = {});

// A file of rows beside the main stream; without a path nothing is made.
class SideFile {
 public:
  SideFile(Context& context, const std::string& path, const io::RowKind& kind);
  explicit operator bool() const { return writer_ != nullptr; }
  io::TsvWriter& rows() { return *writer_; }

 private:
  std::unique_ptr<io::Output> output_;
  std::unique_ptr<io::TsvWriter> writer_;
};

// Writes a tick's rows out now, or collects them for a while at rates at which nobody reads along.
class RowPacer {
 public:
  RowPacer(io::TsvWriter& rows, std::int64_t interval_ns);
  void tick(std::int64_t now_ns);

 private:
  io::TsvWriter& rows_;
  std::int64_t period_ns_, last_ns_ = 0;
};

}  // namespace wattline::cli
