// SPDX-License-Identifier: Apache-2.0
#include "measure/progress_output.hpp"

#include "base/units.hpp"

namespace wattline::measure {

ProgressOutput::~ProgressOutput() {
  forget_all();
}

void ProgressOutput::forget_all() {
  for (const int fd : output_.fds()) pump_.forget(fd);
}

void ProgressOutput::open(io::SpawnOptions& options, int stdout_fd, int stderr_fd, Terminal terminal) {
  finish();
  output_.open(options, stdout_fd, stderr_fd, terminal);
}

void ProgressOutput::spawned(const io::Child& child) {
  output_.spawned(child);
  for (const int fd : output_.fds()) {
    pump_.watch(fd, [this, fd] {
      const bool open = output_.read(fd, [this](int stream, std::string_view bytes) { count(stream, bytes); });
      if (!open) pump_.forget(fd);
      hand_over();
    });
  }
}

void ProgressOutput::finish() {
  forget_all();
  output_.finish([this](int stream, std::string_view bytes) { count(stream, bytes); });
  hand_over();
}

void ProgressOutput::count(int stream, std::string_view bytes) {
  if (const auto steps = counter_.feed(stream, bytes, to_seconds(pump_.now_ns()))) steps_.push_back(*steps);
}

void ProgressOutput::hand_over() {
  for (const StepTiming& steps : std::exchange(steps_, {})) {
    if (take_) take_(steps);
  }
}

}  // namespace wattline::measure
