// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/command_child.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <csignal>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "io/caller.hpp"
#include "io/pipe.hpp"
#include "measure/log_file.hpp"

namespace wattline::pmsweep {

namespace {

// Opened for writing too, so that it never ends: the command's end does that.
io::Fd make_fifo(const std::string& path) {
  const io::AsCaller rights;
  ::unlink(path.c_str());
  if (::mkfifo(path.c_str(), 0666) != 0) throw os_error(path, errno);
  io::Fd fd(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
  if (!fd) throw os_error(path, errno);
  return fd;
}

}  // namespace

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
    rows_fd_ = make_fifo(fifo);
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
  if (!fifo.empty() || !reads_rows_) out = measure::open_log(folder + "/stdout.log", O_TRUNC);
  if (out) options.stdout_fd = out.get();
  options.stderr_fd = err.get();
  argv_ = argv;
  feed_.emplace(fifo.empty() ? "stdout of " + argv[0] : fifo);
  columns_.reset();
  status_.reset();
  rows_problem_.clear();
  rows_ = 0;
  start_s_ = to_seconds(pump_.now_ns());
  child_ = io::Child::spawn(argv, options);
  child_end_.reset();
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
}

// A command that prints something else is a failed run, not the end of the sweep.
void CommandChild::read_rows() {
  try {
    const bool more = feed_->pump(rows_fd_.get());
    while (feed_->next()) take_row();
    if (feed_->has_header()) find_columns();
    if (!more) pump_.forget(rows_fd_.get());
  } catch (const Error& error) {
    if (error.code() != ExitCode::data) throw;
    rows_problem_ = error.what();
    pump_.forget(rows_fd_.get());
    child_->kill(SIGKILL);
  }
}

// Step rows, or the rows of a run that trains between inference minibatches (trainstep --interleave).
void CommandChild::find_columns() {
  if (columns_) return;
  Columns c{};
  c.start = feed_->require("start_mono_s");
  c.end = feed_->require("end_mono_s");
  c.infer = feed_->find("infer_ms");
  c.train = feed_->find("train_ms");
  c.train_steps = feed_->find("train_steps");
  if (!c.infer || !c.train || !c.train_steps) c.step.emplace(c.start, c.end, feed_->require("step_ms"));
  c.epoch = feed_->find("epoch");
  c.phase = feed_->find("phase");
  c.stall = feed_->find("stall_ms");
  c.compute = feed_->find("compute_ms");
  c.latency = feed_->find("latency_max_ms");
  c.source = feed_->find("source");
  columns_ = c;
}

double CommandChild::number_or_nan(const std::optional<std::size_t>& column) const {
  return column ? feed_->number(*column).value_or(NAN) : NAN;
}

double CommandChild::minibatch_ms() {
  if (columns_->step) return columns_->step->ms(*feed_);
  const double trained = number_or_nan(columns_->train_steps);
  return trained > 0 ? feed_->required_positive(*columns_->train) / trained : NAN;
}

void CommandChild::take_row() {
  find_columns();
  log_.add(*feed_);
  if (columns_->source) source_ = std::string(feed_->field(*columns_->source));
  // Without phases the first minibatch is the one to leave out.
  const bool counted = columns_->phase ? feed_->field(*columns_->phase) == "counted" : rows_ > 0;
  ++rows_;
  StepTiming step{feed_->required_number(columns_->start), feed_->required_number(columns_->end), minibatch_ms(),
                  counted};
  step.stall_ms = number_or_nan(columns_->stall);
  step.compute_ms = number_or_nan(columns_->compute);
  step.infer_ms = number_or_nan(columns_->infer);
  step.latency_ms = number_or_nan(columns_->latency);
  if (columns_->epoch) step.epoch = to_int64(feed_->field(*columns_->epoch)).value_or(-1);
  if (take_) take_(step);
}

std::string CommandChild::problem() const {
  if (!rows_problem_.empty()) return rows_problem_;
  if (!status_ || *status_ == 0) return "";
  return "the command ended with status " + std::to_string(*status_);
}

}  // namespace wattline::pmsweep
