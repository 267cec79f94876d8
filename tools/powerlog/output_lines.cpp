// SPDX-License-Identifier: Apache-2.0
#include "powerlog/output_lines.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <regex>
#include <utility>

#include "base/error.hpp"
#include "io/quiet_thread.hpp"

namespace wattline::powerlog {

namespace {

constexpr std::size_t kLongestLine = 4096;  // of which the rest is passed on, but not looked at

// Of a pipe of which one byte says as much as many: a full one must not stop us.
void set_nonblocking(const io::Fd& fd) {
  ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

void send_byte(const io::Fd& fd) {
  [[maybe_unused]] const ssize_t n = ::write(fd.get(), "", 1);
}

}  // namespace

struct OutputLines::Pattern {
  std::regex regex;
};

OutputLines::OutputLines(Clock& clock, const std::string& expression) : clock_(clock) {
  set_nonblocking(found_.read_end);
  set_nonblocking(found_.write_end);
  try {
    pattern_ = std::make_unique<const Pattern>(Pattern{std::regex(expression, std::regex::ECMAScript)});
  } catch (const std::regex_error& error) {
    throw usage_error("--mark-lines '" + expression + "': not a regular expression", error.what());
  }
}

OutputLines::~OutputLines() {
  finish();
}

void OutputLines::open(io::SpawnOptions& options) {
  output_.open(options, STDOUT_FILENO, STDERR_FILENO, io::PassedOutput::Terminal::as_ours);
}

void OutputLines::started(const io::Child& child) {
  output_.spawned(child);
  thread_ = io::quiet_thread([this] { run(); });
}

void OutputLines::run() {
  const auto seen = [this](int stream, std::string_view bytes) { feed(stream, bytes); };
  for (;;) {
    std::vector<pollfd> polled{{ended_.read_end.get(), POLLIN, 0}};
    for (const int fd : output_.fds()) polled.push_back({fd, POLLIN, 0});
    if (polled.size() == 1) return;
    if (::poll(polled.data(), polled.size(), -1) < 0) continue;
    for (std::size_t i = 1; i < polled.size(); ++i) {
      if (polled[i].revents != 0) output_.read(polled[i].fd, seen);
    }
    if (polled[0].revents != 0) return;
  }
}

void OutputLines::finish() {
  if (!thread_.joinable()) return;
  send_byte(ended_.write_end);
  thread_.join();
  output_.finish([this](int stream, std::string_view bytes) { feed(stream, bytes); });
  for (auto& [stream, line] : partial_) end_line(line);
}

// A carriage return ends a line, too: bars are drawn over and over in one.
void OutputLines::feed(int stream, std::string_view bytes) {
  std::string& line = partial_[stream];
  for (const char c : bytes) {
    if (c == '\n' || c == '\r') {
      end_line(line);
    } else if (line.size() < kLongestLine) {
      line += c;
    }
  }
}

void OutputLines::end_line(std::string& line) {
  std::smatch match;
  const std::string text = std::exchange(line, {});
  if (text.empty() || !std::regex_search(text, match, pattern_->regex)) return;
  std::string label = match.size() > 1 && match[1].matched ? match[1].str() : text;
  const std::lock_guard<std::mutex> lock(mutex_);
  lines_.push_back({std::move(label), clock_.mono_ns()});
  send_byte(found_.write_end);
}

std::vector<OutputLines::Line> OutputLines::take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (char bytes[256]; ::read(found_.read_end.get(), bytes, sizeof bytes) > 0;) {
  }
  return std::exchange(lines_, {});
}

}  // namespace wattline::powerlog
