// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/sweep_process.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <iterator>
#include <limits>
#include <string_view>

#include "base/parse.hpp"
#include "io/pipe.hpp"
#include "io/tsv_feed.hpp"
#include "model/profile_import.hpp"
#include "pmsearch/same_setting.hpp"

namespace wattline::pmsearch {

namespace {

// Until the readings are precise, or for ten minibatches and the default time.
constexpr const char* kLiveWindow[] = {"--precision=1", "--minibatches=10"};

// Whether the user has said what a window is.
bool chooses_window(const std::vector<std::string>& sweep_options) {
  constexpr std::array<std::string_view, 7> kOfWindows{"--precision", "--window", "-n",         "--minibatches",
                                                       "--readings",  "--epochs", "--whole-run"};
  return std::any_of(sweep_options.begin(), sweep_options.end(), [&](const std::string& option) {
    return std::any_of(kOfWindows.begin(), kOfWindows.end(),
                       [&](std::string_view name) { return std::string_view(option).substr(0, name.size()) == name; });
  });
}

std::vector<std::string> command_line(const cli::Context& context, const RunOptions& options) {
  std::vector<std::string> argv{options.sweep_program.empty() ? io::sibling_tool("pmsweep") : options.sweep_program};
  if (!context.root.is_host()) {
    argv.emplace_back("--root");
    argv.push_back(context.root.directory().string());
  }
  if (options.progress.given) {
    argv.push_back(options.progress.expression.empty() ? "--progress" : "--progress=" + options.progress.expression);
  }
  if (options.live) argv.emplace_back("--live");
  if (options.live && !chooses_window(options.sweep_options))
    argv.insert(argv.end(), std::begin(kLiveWindow), std::end(kLiveWindow));
  argv.insert(argv.end(), options.sweep_options.begin(), options.sweep_options.end());
  argv.emplace_back("--");
  argv.insert(argv.end(), context.command.begin(), context.command.end());
  return argv;
}

std::string field(const std::optional<std::int64_t>& setting) {
  return setting ? std::to_string(*setting) : "NA";
}

}  // namespace

SweepProcess::SweepProcess(cli::Context& context, const RunOptions& options, const model::Goal& goal)
    : context_(context), goal_(goal), keep_flagged_(options.search.table.keep_flagged) {
  io::Pipe to, from;
  io::SpawnOptions spawn;
  spawn.stdin_fd = to.read_end.get();
  spawn.stdout_fd = from.write_end.get();
  spawn.signal_with_parent = SIGTERM;
  child_ = io::Child::spawn(command_line(context, options), spawn);
  to_ = std::move(to.write_end);
  from.write_end.reset();
  send(std::string("cores\tcpu_khz\tgpu_hz\temc_hz") + (goal.chooses_batch() ? "\tbatch\n" : "\n"));
  from_ = std::move(from.read_end);
  rows_fd_ = from_.get();
}

void SweepProcess::finish() {
  to_.reset();
  if (child_) child_->wait();
}

Profiled SweepProcess::profile(const model::Mode& mode) {
  const PowerMode plain = model::to_power_mode(mode);
  std::vector<std::string> fields{field(plain.cores), field(plain.cpu_khz), field(plain.gpu_hz), field(plain.emc_hz)};
  if (goal_.chooses_batch()) fields.push_back(std::to_string(mode[model::kBatch]));
  send(join(fields, "\t") + "\n");
  wait_for_row();
  open_rows();
  wait_for_row();
  const auto row = rows_->next();
  if (!row) ended();
  model::Try entry = model::try_of(*row, goal_, keep_flagged_);
  // A profile of another mode says nothing about this one.
  const bool same = same_setting(entry.mode, mode);
  if (!same) entry.outcome.reset();
  entry.mode = mode;
  const bool unexplained = !same && row->reason == "NA";
  return {entry, row->verdict, row->source, unexplained ? "another mode was profiled" : row->reason, row->logs};
}

// Passes a stop signal on: pmsweep ends without a row then.
void SweepProcess::wait_for_row() {
  const int fds[] = {context_.signals.fd(), rows_fd_};
  while (!(reader_ && reader_->has_next()) && !io::readable(rows_fd_)) {
    if (const int signal = context_.signals.stop()) child_->kill(signal);
    context_.clock.wait_until(std::numeric_limits<std::int64_t>::max() / 2, fds, 2);
    context_.signals.drain();
  }
}

// pmsweep may wait for its first row before it prints its header.
void SweepProcess::open_rows() {
  if (rows_) return;
  try {
    reader_.emplace(std::move(from_), "pmsweep");
  } catch (const Error&) {  // no header: it has ended, and said why, unless it is no pmsweep
    to_.reset();
    if (child_->wait() != 0) ended();
    throw;
  }
  rows_.emplace(*reader_, io::ProfileNeeds::outcome);
}

void SweepProcess::send(const std::string& line) {
  const ssize_t n = ::write(to_.get(), line.data(), line.size());
  if (n != static_cast<ssize_t>(line.size())) ended();
}

void SweepProcess::ended() {
  to_.reset();
  const int status = child_->wait();
  if (status > 128)
    throw Error(static_cast<ExitCode>(status), "pmsweep: ended by signal " + std::to_string(status - 128));
  if (status >= to_int(ExitCode::usage) && status <= to_int(ExitCode::no_permission))
    throw Error(static_cast<ExitCode>(status), "pmsweep: ended with status " + std::to_string(status));
  throw unavailable("pmsweep: ended with status " + std::to_string(status) + " before the search did");
}

}  // namespace wattline::pmsearch
