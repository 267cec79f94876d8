// SPDX-License-Identifier: Apache-2.0
#include "pmtune/tuned_command.hpp"

#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
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

void TunedCommand::start(const std::string& fifo, bool as_root) {
  io::SpawnOptions spawn;
  spawn.as_caller = !as_root;
  io::Pipe output;
  if (measure::names_steps(context_.command)) {
    fifo_ = measure::make_step_fifo(fifo);
  } else {
    spawn.stdout_fd = output.write_end.get();
    output_ = std::move(output.read_end);
  }
  feed_.start(fifo_ ? fifo : "stdout of " + context_.command[0]);
  child_ = io::Child::spawn(measure::with_steps(context_.command, fifo), spawn);
  if (output_) pump_.watch(output_.get(), [this] { read_output(); });
  if (fifo_) pump_.watch(fifo_.get(), [this] { read_fifo(); });
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
  take({chunk, static_cast<std::size_t>(n)});
}

void TunedCommand::take(std::string_view text) {
  if (!problem_.empty()) return;
  try {
    feed_.append(text);
  } catch (const Error& error) {
    if (error.code() != ExitCode::data) throw;
    problem_ = error.what();
  }
}

void TunedCommand::read_fifo() {
  char chunk[1 << 16];
  const ssize_t n = ::read(fifo_.get(), chunk, sizeof chunk);
  if (n > 0) take({chunk, static_cast<std::size_t>(n)});
}

void TunedCommand::pass_signal() {
  const int signal = context_.signals.take_stop();
  if (signal != 0 && child_ && !io::Signals::reaches_foreground(signal)) child_->kill(signal);
}

int TunedCommand::finish() {
  const int status = child_->wait();
  pump_.drain();
  return status;
}

}  // namespace wattline::pmtune
