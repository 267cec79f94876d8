// SPDX-License-Identifier: Apache-2.0
#include "measure/pump.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>

#include "base/error.hpp"
#include "cli/messages.hpp"
#include "io/tsv_feed.hpp"

namespace wattline::measure {

namespace {

constexpr int kGraceS = 5;                       // for a command to end after SIGTERM, and again after SIGKILL
constexpr std::int64_t kPollNs = 1'000'000'000;  // a child's end wakes the pump anyway
constexpr int kTimedOut = 124;

std::string content(const io::Fd& fd, const std::string& program) {
  std::string text;
  char chunk[4096];
  for (off_t at = 0;;) {
    const ssize_t n = ::pread(fd.get(), chunk, sizeof chunk, at);
    if (n < 0) throw os_error("the output of " + program, errno);
    if (n == 0) return text;
    text.append(chunk, static_cast<std::size_t>(n));
    at += n;
  }
}

// When a callback throws, the child is ended too: it must not go on setting a mode while the caller restores one.
bool wait_for_end(io::Child& child, Pump& pump, int limit_s, const std::function<bool()>& stopped) {
  try {
    return pump.wait_for_process([&] { return child.poll() || stopped(); }, limit_s);
  } catch (...) {
    pump.forget_all();
    stop_group(child, pump);
    throw;
  }
}

}  // namespace

bool Pump::read_ready() {
  bool any = false;
  const auto sources = sources_;  // a callback may add or remove some
  for (const auto& [fd, ready] : sources) {
    if (sources_.count(fd) == 0 || !io::readable(fd)) continue;
    ready();
    any = true;
  }
  return any;
}

void Pump::wait(std::int64_t deadline_ns) {
  std::vector<int> fds{context_.signals.fd()};
  for (const auto& source : sources_) fds.push_back(source.first);
  context_.clock.wait_until(deadline_ns, fds.data(), fds.size());
  context_.signals.drain();
  read_ready();
}

bool Pump::wait_for(const std::function<bool()>& done, std::int64_t deadline_ns) {
  while (!done()) {
    if (stopped() || now_ns() >= deadline_ns) return false;
    wait(deadline_ns);
  }
  return true;
}

bool Pump::wait_for_process(const std::function<bool()>& done, int seconds) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (!done()) {
    if (std::chrono::steady_clock::now() >= deadline) return false;
    wait(now_ns() + kPollNs);
  }
  return true;
}

void Pump::drain() {
  while (read_ready()) {
  }
}

int stop_group(io::Child& child, Pump& pump) {
  const auto ended = [&] { return child.poll().has_value(); };
  for (const int signal : {SIGTERM, SIGKILL}) {
    child.kill(signal);
    if (pump.wait_for_process(ended, kGraceS)) break;
  }
  if (!ended()) throw Error(ExitCode::io, "process " + std::to_string(child.pid()) + ": does not end on SIGKILL");
  // Whatever it left behind in its group would disturb the next run.
  ::kill(-child.pid(), SIGKILL);
  return child.wait();
}

std::string Answer::problem() const {
  const std::string text = cli::error_in(err);
  return text.empty() ? "status " + std::to_string(status) : text;
}

io::Fd memory_file(const std::string& text) {
  io::Fd fd(::memfd_create("wattline", MFD_CLOEXEC));
  if (!fd) throw os_error("memfd_create", errno);
  if (::pwrite(fd.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
    throw os_error("memfd", errno);
  return fd;
}

io::TsvReader Answer::table() const {
  return {memory_file(out), "output"};
}

Answer call(const std::vector<std::string>& argv, Pump& pump, int limit_s, io::SpawnOptions options, OnStop on_stop) {
  const bool may_stop = on_stop == OnStop::end && !pump.stopped();
  const io::Fd out = memory_file(), err = memory_file();
  options.own_group = options.null_stdin = options.die_with_parent = true;
  options.stdout_fd = out.get();
  options.stderr_fd = err.get();
  io::Child child = io::Child::spawn(argv, options);
  const bool in_time = wait_for_end(child, pump, limit_s, [&] { return may_stop && pump.stopped(); });
  Answer answer;
  answer.status = child.poll() ? child.wait() : stop_group(child, pump);
  if (!in_time) answer.status = kTimedOut;
  answer.out = content(out, argv.front());
  answer.err = content(err, argv.front());
  return answer;
}

}  // namespace wattline::measure
