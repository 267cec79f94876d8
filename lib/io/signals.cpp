// SPDX-License-Identifier: Apache-2.0
#include "io/signals.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

#include "base/error.hpp"

namespace wattline::io {

namespace {

constexpr std::array<int, 6> kHandled{SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGUSR1, SIGXFSZ};

std::atomic<int> g_stop{0};
std::atomic<int> g_marks{0};
int g_pipe[2] = {-1, -1};
std::array<struct sigaction, kHandled.size()> g_previous;
sigset_t g_previous_mask;

void on_signal(int signal) {
  const int saved = errno;
  Signals::note(signal);
  errno = saved;
}

void leave_to_the_write(int) {}

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
  struct sigaction action {};
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < kHandled.size(); ++i) {
    ::sigaction(kHandled[i], nullptr, &g_previous[i]);
    if (kHandled[i] == SIGHUP && g_previous[i].sa_handler == SIG_IGN) continue;
    action.sa_handler = kHandled[i] == SIGXFSZ ? leave_to_the_write : on_signal;
    ::sigaction(kHandled[i], &action, nullptr);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, &g_previous_mask);
}

Signals::~Signals() {
  ::pthread_sigmask(SIG_SETMASK, &g_previous_mask, nullptr);
  for (std::size_t i = 0; i < kHandled.size(); ++i) ::sigaction(kHandled[i], &g_previous[i], nullptr);
  close_pipe();
  g_stop = 0;
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
