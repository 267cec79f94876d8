// SPDX-License-Identifier: Apache-2.0
#include "io/signals.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace wattline::io {

namespace {

constexpr std::array kAlwaysTaken{SIGINT, SIGTERM, SIGCHLD, SIGUSR1};
constexpr std::array kEnding{SIGHUP, SIGQUIT, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT};
constexpr std::array kOwn{SIGPIPE, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};

std::atomic<int> g_stop{0};
std::atomic<int> g_marks{0};
int g_pipe[2] = {-1, -1};
std::vector<std::pair<int, struct sigaction>> g_previous;
sigset_t g_previous_mask;

void on_signal(int signal) {
  const int saved = errno;
  Signals::note(signal);
  errno = saved;
}

// A fault, and a write to a pipe that nobody reads, end the process as if there were no handler.
void on_own_signal(int signal, siginfo_t* info, void*) {
  if (info->si_code <= 0 && info->si_pid != ::getpid()) return on_signal(signal);
  ::signal(signal, SIG_DFL);
  ::raise(signal);  // blocked until the handler returns
}

void leave_to_the_write(int) {}

void take(int signal, const struct sigaction& action, bool even_if_ignored = false) {
  struct sigaction previous {};
  if (::sigaction(signal, nullptr, &previous) != 0) return;
  if (!even_if_ignored && previous.sa_handler != SIG_DFL) return;
  if (::sigaction(signal, &action, nullptr) == 0) g_previous.emplace_back(signal, previous);
}

void take_all() {
  struct sigaction action {};
  action.sa_flags = SA_RESTART;
  action.sa_handler = on_signal;
  for (const int signal : kAlwaysTaken) take(signal, action, true);
  for (const int signal : kEnding) take(signal, action);
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) take(signal, action);
  struct sigaction own = action;
  own.sa_flags |= SA_SIGINFO;
  own.sa_sigaction = on_own_signal;
  for (const int signal : kOwn) take(signal, own);
  action.sa_handler = leave_to_the_write;
  take(SIGXFSZ, action, true);
}

void open_pipe() {
  if (::pipe2(g_pipe, O_CLOEXEC | O_NONBLOCK) != 0) throw os_error("pipe", errno);
}

void close_pipe() {
  for (int& end : g_pipe) {
    ::close(end);
    end = -1;
  }
}

}  // namespace

Signals::Signals() {
  open_pipe();
  g_stop = 0;
  g_marks = 0;
  take_all();
  sigset_t none;
  ::sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, &g_previous_mask);
}

Signals::~Signals() {
  ::pthread_sigmask(SIG_SETMASK, &g_previous_mask, nullptr);
  for (; !g_previous.empty(); g_previous.pop_back()) {
    ::sigaction(g_previous.back().first, &g_previous.back().second, nullptr);
  }
  close_pipe();
  g_stop = 0;
}

void Signals::survive_broken_pipes() {
  struct sigaction action {};
  action.sa_flags = SA_RESTART;
  action.sa_handler = leave_to_the_write;
  take(SIGPIPE, action, true);
}

bool Signals::reaches_foreground(int signal) {
  return signal == SIGINT || signal == SIGQUIT;
}

void Signals::leave_parent() {
  close_pipe();
  open_pipe();
  g_stop = 0;
}

int Signals::fd() const {
  return g_pipe[0];
}

void Signals::drain() {
  char buffer[64];
  while (::read(g_pipe[0], buffer, sizeof buffer) > 0) {
  }
}

int Signals::stop() const {
  return g_stop.load();
}
int Signals::noted_stop() {
  return g_stop.load();
}
int Signals::take_stop() {
  return g_stop.exchange(0);
}
int Signals::take_marks() {
  return g_marks.exchange(0);
}

void Signals::note(int signal) {
  if (signal == SIGUSR1) g_marks.fetch_add(1);
  if (signal != SIGUSR1 && signal != SIGCHLD) {
    int none = 0;
    g_stop.compare_exchange_strong(none, signal);
  }
  if (g_pipe[1] >= 0 && ::write(g_pipe[1], "", 1) < 0) return;  // a full pipe wakes the reader all the same
}

}  // namespace wattline::io
