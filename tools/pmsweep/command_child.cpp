// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/command_child.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <csignal>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "io/pipe.hpp"
#include "measure/log_file.hpp"
#include "measure/step_fifo.hpp"

namespace wattline::pmsweep {

CommandChild::~CommandChild() {
  if (child_) pump_.forget(rows_fd_.get());  // whatever happens, nothing calls back into this object
  try {
    stop();
  } catch (...) {
    // A process that SIGKILL does not end has been reported where it was to be stopped.
  }
}

void CommandChild::open_rows(const std::string& fifo, io::SpawnOptions& options) {
  if (!reads_rows_) return;
  if (!fifo.empty()) {
    rows_fd_ = measure::make_step_fifo(fifo);
    return;
  }
  io::Pipe rows;
  rows_fd_ = std::move(rows.read_end);
  child_end_ = std::move(rows.write_end);
  options.stdout_fd = child_end_.get();
}

void CommandChild::start(const std::vector<std::string>& argv, const std::string& folder, const std::string& fifo) {
  stop();
  io::SpawnOptions options;
  options.own_group = options.null_stdin = options.die_with_parent = true;
  options.as_caller = !as_root_;
  open_rows(fifo, options);
  const io::Fd err = measure::open_log(folder + "/stderr.log", O_TRUNC);
  io::Fd out;
  if (progress_.given || !fifo.empty() || !reads_rows_) out = measure::open_log(folder + "/stdout.log", O_TRUNC);
  if (out) options.stdout_fd = out.get();
  options.stderr_fd = err.get();
  if (progress_.given) open_bar(options, out.get(), err.get());
  argv_ = argv;
  feed_.start(fifo.empty() ? "stdout of " + argv[0] : fifo, [this] { return to_seconds(pump_.now_ns()); });
  status_.reset();
  rows_problem_.clear();
  start_s_ = to_seconds(pump_.now_ns());
  child_ = io::Child::spawn(argv, options);
  child_end_.reset();
  if (bar_) bar_->spawned(*child_);
  if (rows_fd_) pump_.watch(rows_fd_.get(), [this] { read_rows(); });
}

void CommandChild::stop() {
  if (!child_) return;
  status_ = measure::stop_group(*child_, pump_);
  child_.reset();
  close();
}

void CommandChild::close() {
  pump_.forget(rows_fd_.get());
  rows_fd_.reset();
  if (bar_) bar_->finish();
}

void CommandChild::open_bar(io::SpawnOptions& options, int stdout_fd, int stderr_fd) {
  bar_.emplace(pump_, progress_.expression);
  bar_->on_steps([this](const StepTiming& steps) { take_bar(steps); });
  bar_->open(options, stdout_fd, stderr_fd, measure::ProgressOutput::Terminal::always);
}

void CommandChild::take_bar(const StepTiming& steps) {
  if (bar_log_) {
    bar_log_->write(fmt::format("{:.6f}\t{:.6f}\t{:.0f}\t{}\t{}\n", steps.start_s, steps.end_s, steps.steps,
                                steps.epoch, steps.counted ? "counted" : "first"));
  }
  feed_.add(steps);
}

void CommandChild::log_to(const std::string& path) {
  if (!progress_.given) return feed_.log_to(path);
  bar_log_.emplace(io::Output::to_file(path));
  bar_log_->write("start_mono_s\tend_mono_s\tsteps\tepoch\tphase\n");
}

void CommandChild::end_log() {
  feed_.end_log();
  bar_log_.reset();
}

// A command that prints something else is a failed run, not the end of the sweep.
void CommandChild::take(const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& error) {
    if (error.code() != ExitCode::data) throw;
    rows_problem_ = error.what();
    rows_hint_ = error.hint();
    pump_.forget(rows_fd_.get());
    if (child_) child_->kill(SIGKILL);
  }
}

void CommandChild::read_rows() {
  take([this] {
    if (!feed_.pump(rows_fd_.get())) pump_.forget(rows_fd_.get());
  });
}

void CommandChild::end_rows() {
  if (reads_rows_ && rows_problem_.empty()) take([this] { feed_.finish(); });
}

std::string CommandChild::problem() const {
  if (!rows_problem_.empty()) return rows_problem_;
  if (!status_ || *status_ == 0) return "";
  return "the command ended with status " + std::to_string(*status_);
}

}  // namespace wattline::pmsweep
