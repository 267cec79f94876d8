// SPDX-License-Identifier: Apache-2.0
#include "powerlog/marks.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <limits>

#include "base/units.hpp"
#include "io/caller.hpp"
#include "io/fifo.hpp"
#include "io/mark_rows.hpp"
#include "powerlog/rows.hpp"

namespace wattline::powerlog {

namespace {

constexpr std::size_t kLongestLabel = 4096;
constexpr std::int64_t kAtOnceNs = 100'000'000;  // lines of a buffer that is written as a whole

}  // namespace

Marks::Marks(cli::Context& context, const MarkOptions& options)
    : context_(context), options_(options), rows_(context, options.out, mark_rows().kind()) {
  if (!options.fifo.empty()) {
    const io::AsCaller rights;
    made_fifo_ = ::mkfifo(options.fifo.c_str(), 0666) == 0;
    // For reading and writing, so that it does not end when a writer goes away.
    fifo_ = io::open_fifo(options.fifo, O_RDWR);
  }
  if (!options.lines.empty()) output_lines_ = std::make_unique<OutputLines>(context.clock, options.lines);
  if (!options.gpio.empty()) input_ = std::make_unique<platform::GpioInput>(context.root, options.gpio, "powerlog");
  if (!options.gpio_out.empty()) {
    output_ = std::make_unique<platform::GpioOutput>(context.root, options.gpio_out, "powerlog");
  }
}

Marks::~Marks() {
  if (made_fifo_) {
    const io::AsCaller rights;
    ::unlink(options_.fifo.c_str());
  }
  if (output_ && raised_) output_->set(false);
}

// The rows are in the order of their time, although the kernel stamps an edge before it is read.
void Marks::write(const std::string& label, const char* origin, std::int64_t mono_ns) {
  if (!rows_) return;
  last_row_ns_ = std::max(last_row_ns_.value_or(mono_ns), mono_ns);
  const std::int64_t time_ns = context_.clock.time_ns() - context_.clock.mono_ns() + *last_row_ns_;
  mark_rows().write(rows_.rows(),
                    {io::as_time(time_ns), io::as_time(*last_row_ns_), label, origin, context_.root.source()});
}

void Marks::add(const std::string& label, const char* origin, std::int64_t mono_ns) {
  ++count_;
  if (output_) output_->set(raised_ = true);
  if (!last_row_ns_) write(io::kLogStarts, io::kOfLog, mono_ns);
  write(label.empty() ? std::to_string(count_) : label, origin, mono_ns);
}

void Marks::tick(std::int64_t before_ns, std::int64_t after_ns) {
  if (raised_) output_->set(raised_ = false);
  if (!last_row_ns_) write(io::kLogStarts, io::kOfLog, after_ns);
  last_sweep_ns_ = before_ns;
}

void Marks::finish() {
  if (last_row_ns_) write(io::kLogEnds, io::kOfLog, last_sweep_ns_);
}

cli::CommandWatch Marks::watch_command() {
  if (!output_lines_) return {};
  return {[this](io::SpawnOptions& spawn) { output_lines_->open(spawn); },
          [this](const io::Child& child) { output_lines_->started(child); }};
}

void Marks::read_output() {
  for (const OutputLines::Line& line : output_lines_->take()) {
    if (lines_++ == 0) first_line_ns_ = line.mono_ns;
    last_line_ns_ = line.mono_ns;
    add(line.label, "output", line.mono_ns);
  }
}

void Marks::end_command() {
  if (!output_lines_) return;
  output_lines_->finish();
  read_output();
  if (lines_ == 0) {
    context_.note("no line of the command's output matches --mark-lines '" + options_.lines + "'");
  } else if (lines_ > 1 && last_line_ns_ - first_line_ns_ < kAtOnceNs) {
    context_.note("the " + std::to_string(lines_) +
                  " marks came at once: does the command buffer its output? (python3 -u, stdbuf -oL)");
  }
}

void Marks::read_fifo() {
  char buffer[512];
  for (;;) {
    const ssize_t n = ::read(fifo_.get(), buffer, sizeof buffer);
    if (n <= 0) return;
    const std::int64_t now = context_.clock.mono_ns();
    for (ssize_t i = 0; i < n; ++i) {
      if (buffer[i] == '\n') {
        add(line_, "fifo", now);
        line_.clear();
      } else if (line_.size() < kLongestLabel) {
        line_ += buffer[i];
      }
    }
  }
}

void Marks::read_edges(io::SamplingLoop& loop) {
  platform::Edge edge;
  while (input_->next(edge)) {
    if (!options_.gate) add(edge.rising ? "rise" : "fall", "gpio", edge.mono_ns);
    if (options_.gate && !edge.rising) loop.stop();
  }
}

bool Marks::wait_for_gate() {
  if (!input_ || !options_.gate) return true;
  const int fds[] = {context_.signals.fd(), input_->fd()};
  for (;;) {
    context_.clock.wait_until(std::numeric_limits<std::int64_t>::max(), fds, 2);
    context_.signals.drain();
    if (context_.signals.stop() != 0) return false;
    platform::Edge edge;
    while (input_->next(edge)) {
      if (edge.rising) return true;
    }
  }
}

void Marks::attach(io::SamplingLoop& loop) {
  loop.on_marks([this](int count) {
    while (count-- > 0) add("", "signal", context_.clock.mono_ns());
  });
  if (output_lines_) loop.watch(output_lines_->fd(), [this] { read_output(); });
  if (fifo_) loop.watch(fifo_.get(), [this] { read_fifo(); });
  if (input_) loop.watch(input_->fd(), [this, &loop] { read_edges(loop); });
}

}  // namespace wattline::powerlog
