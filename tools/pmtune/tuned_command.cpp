// SPDX-License-Identifier: Apache-2.0
#include "pmtune/tuned_command.hpp"

#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/units.hpp"
#include "cli/passed_text.hpp"
#include "io/pipe.hpp"
#include "io/signals.hpp"
#include "measure/step_fifo.hpp"

namespace wattline::pmtune {

// Whatever happens, nothing calls back into this object.
TunedCommand::~TunedCommand() {
  if (output_) pump_.forget(output_.get());
  if (fifo_) pump_.forget(fifo_.get());
}

void TunedCommand::on_step(std::function<void(const StepTiming&)> take) {
  feed_.on_step(std::move(take));
}

void TunedCommand::open_bar(io::SpawnOptions& spawn) {
  bar_.emplace(pump_, progress_.expression);
  bar_->on_steps([this](const StepTiming& steps) { feed_.add(steps); });
  bar_->open(spawn, STDOUT_FILENO, STDERR_FILENO, measure::ProgressOutput::Terminal::as_ours);
}

void TunedCommand::open_output(io::SpawnOptions& spawn, const std::string& fifo) {
  if (progress_.given) return open_bar(spawn);
  if (measure::names_steps(context_.command)) {
    fifo_ = measure::make_step_fifo(fifo);
    return;
  }
  io::Pipe output;
  output_ = std::move(output.read_end);
  child_end_ = std::move(output.write_end);
  spawn.stdout_fd = child_end_.get();
}

void TunedCommand::watch_output() {
  child_end_.reset();
  if (bar_) bar_->spawned(*child_);
  if (output_) pump_.watch(output_.get(), [this] { read_output(); });
  if (fifo_) pump_.watch(fifo_.get(), [this] { read_fifo(); });
}

void TunedCommand::start(const std::string& fifo, bool as_root) {
  io::SpawnOptions spawn;
  spawn.as_caller = !as_root;
  open_output(spawn, fifo);
  feed_.start(fifo_ ? fifo : "stdout of " + context_.command[0], [this] { return to_seconds(pump_.now_ns()); });
  child_ = io::Child::spawn(measure::with_steps(context_.command, fifo), spawn);
  watch_output();
}

std::string TunedCommand::no_steps() const {
  return progress_.given ? "the output of the command has no progress counter such as 120/3125"
                         : "the command printed no step rows";
}

std::string TunedCommand::advice() const {
  if (progress_.given) return cli::no_counter_hint(progress_);
  const std::string rows = std::string(measure::kWhereStepRows) + "; --progress counts by its bar";
  return hint_.empty() ? rows : hint_ + "; " + rows;
}

// A reader that has gone is the command's affair: it is told as it would be without us.
void TunedCommand::read_output() {
  char chunk[1 << 16];
  const ssize_t n = ::read(output_.get(), chunk, sizeof chunk);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (n > 0) context_.out.write({chunk, static_cast<std::size_t>(n)});
  if (n <= 0 || context_.out.reader_gone()) {
    pump_.forget(output_.get());
    output_.reset();
    return;
  }
  take([&] { feed_.append({chunk, static_cast<std::size_t>(n)}); });
}

void TunedCommand::take(const std::function<void()>& read) {
  if (!problem_.empty()) return;
  try {
    read();
  } catch (const Error& error) {
    if (error.code() != ExitCode::data) throw;
    problem_ = error.what();
    hint_ = error.hint();
  }
}

void TunedCommand::read_fifo() {
  char chunk[1 << 16];
  const ssize_t n = ::read(fifo_.get(), chunk, sizeof chunk);
  if (n > 0) take([&] { feed_.append({chunk, static_cast<std::size_t>(n)}); });
}

void TunedCommand::end_rows() {
  take([this] { feed_.finish(); });
}

void TunedCommand::pass_signal() {
  const int signal = context_.signals.take_stop();
  if (signal != 0 && child_ && !io::Signals::reaches_foreground(signal)) child_->kill(signal);
}

int TunedCommand::finish() {
  const int status = child_->wait();
  pump_.drain();
  if (bar_) bar_->finish();
  if (stepped()) cli::note_passed_text(context_, feed_.name(), feed_.text());
  return status;
}

}  // namespace wattline::pmtune
