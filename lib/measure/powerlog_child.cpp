// SPDX-License-Identifier: Apache-2.0
#include "measure/powerlog_child.hpp"

#include <fcntl.h>

#include "base/error.hpp"
#include "io/meta.hpp"
#include "io/pipe.hpp"
#include "io/rail_meta.hpp"
#include "measure/log_file.hpp"

namespace wattline::measure {

namespace {

constexpr int kStartLimitS = 60;
constexpr int kDeathsInARow = 3;

Error ended(const std::string& how, int status, const std::string& folder) {
  const ExitCode code = status == to_int(ExitCode::io) ? ExitCode::io : ExitCode::unavailable;
  return Error(code, how + " with status " + std::to_string(status), "see " + folder + "/powerlog.log");
}

}  // namespace

PowerlogChild::PowerlogChild(cli::Context& context, Pump& pump, const std::string& folder, const std::string& rail,
                             std::int64_t interval_ns)
    : context_(context), pump_(pump), folder_(folder), rail_(rail), interval_ns_(interval_ns) {}

PowerlogChild::~PowerlogChild() {
  if (child_) pump_.forget(rows_fd_.get());  // whatever happens, nothing calls back into this object
  try {
    stop();
  } catch (...) {
    // Nothing depends on it any more; it dies with this process.
  }
}

void PowerlogChild::spawn() {
  io::Pipe rows;
  const io::Fd err = open_log(folder_ + "/powerlog.log", O_APPEND);
  io::SpawnOptions options;
  options.own_group = options.null_stdin = options.die_with_parent = true;
  options.stdout_fd = rows.write_end.get();
  options.stderr_fd = err.get();
  feed_.emplace("powerlog");
  columns_.reset();
  child_ = io::Child::spawn({io::sibling_tool("powerlog"), "--root", context_.root.directory().string(), "--interval",
                             std::to_string(interval_ns_ / 1000) + "us", "--meta", folder_ + "/power.meta"},
                            options);
  rows_fd_ = std::move(rows.read_end);
  pump_.watch(rows_fd_.get(), [this] { read_rows(); });
}

void PowerlogChild::start(const std::string& hint) {
  spawn();
  // A rail that the whole first tick lacks does not come later.
  const auto known = [this] { return rail_seen_ || ticks_ > 1 || child_->poll() || pump_.stopped(); };
  pump_.wait_for_process(known, kStartLimitS);
  if (child_->poll()) {
    metered_ = child_->wait() != to_int(ExitCode::unavailable);
    if (!metered_) return;
    throw ended("powerlog ended", child_->wait(), folder_);
  }
  if (!rail_seen_ && !pump_.stopped()) throw unavailable("powerlog has no readings of " + rail_, hint);
  std::string problem;  // of a file that powerlog has just written
  facts_ = io::rail_facts(io::read_meta(folder_ + "/power.meta"), rail_, problem);
}

void PowerlogChild::keep_alive() {
  if (!metered_ || !child_ || !child_->poll()) return;
  if (++deaths_ >= kDeathsInARow) {
    throw ended("powerlog keeps ending, last", child_->wait(), folder_);
  }
  context_.warn("powerlog ended with status " + std::to_string(child_->wait()) + " and was restarted");
  stop();
  spawn();
}

void PowerlogChild::stop() {
  if (!child_) return;
  pump_.forget(rows_fd_.get());
  stop_group(*child_, pump_);
  child_.reset();
  rows_fd_.reset();
}

void PowerlogChild::read_rows() {
  if (!feed_->pump(rows_fd_.get())) pump_.forget(rows_fd_.get());
  while (feed_->next()) take_row();
}

void PowerlogChild::take_row() {
  if (!columns_) columns_.emplace(*feed_);
  log_.add(*feed_);
  if (first_rail_.empty()) first_rail_ = std::string(columns_->rail(*feed_));
  if (columns_->rail(*feed_) == first_rail_) ++ticks_;
  if (columns_->rail(*feed_) != rail_) return;
  rail_seen_ = true;
  const auto watts = columns_->power_w(*feed_), mono_s = columns_->mono_s(*feed_);
  if (!watts || !mono_s) return;
  deaths_ = 0;
  if (take_) take_(*mono_s, *watts, columns_->stale(*feed_));
}

}  // namespace wattline::measure
