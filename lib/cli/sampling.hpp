// SPDX-License-Identifier: Apache-2.0
// The options that all loggers share: -i, -n, -d, --summary, --meta, --max-size and what -o adds.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/tool.hpp"
#include "io/background_sync.hpp"
#include "io/sampling.hpp"

namespace wattline::cli {

struct SamplingOptions {
  RowOptions rows;
  io::Schedule schedule;
  std::string summary;
  std::int64_t max_size_b = 0;  // of the file of rows, which is then set aside; 0 = no limit
  bool as_root = false;
};
void declare_sampling(CLI::App& app, SamplingOptions& options);

// Refuses what cannot work before anything is opened: an interval of nothing, rows and a command on one standard
// output.
void check_sampling(const SamplingOptions& options, const Context& context);

// An import measures nothing: refuses the options that only sampling has, and those of `more` that were given.
using GivenOptions = std::vector<std::pair<const char*, bool>>;
void check_import(const SamplingOptions& options, const GivenOptions& more, const Context& context);

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

// Takes each tick's rows to their file: now, or in lots at rates at which nobody reads along; to the disk once a
// second; and sets the file aside when it is full.
class RowPacer {
 public:
  // `describe` gives what the meta file of a part set aside says.
  RowPacer(RowStream& stream, const SamplingOptions& options, std::function<io::Meta()> describe);
  void tick(std::int64_t now_ns);
  // The last rows too are on the disk when it returns.
  void finish();

 private:
  void rotate_when_full();
  RowStream& stream_;
  std::function<io::Meta()> describe_;
  std::int64_t max_size_b_, period_ns_, written_ns_ = 0, synced_ns_ = 0;
  std::optional<io::BackgroundSync> sync_;
};

}  // namespace wattline::cli
