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

constexpr std::array<int, 5> kNoted{SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGUSR1};

std::atomic<int> g_stop{0};
std::atomic<int> g_marks{0};
int g_pipe[2] = {-1, -1};
std::array<struct sigaction, kNoted.size()> g_previous;

void on_signal(int signal) {
  const int saved = errno;
  Signals::note(signal);
  errno = saved;
}

}  // namespace

Signals::Signals() {
  if (::pipe2(g_pipe, O_CLOEXEC | O_NONBLOCK) != 0) throw os_error("pipe", errno);
  g_stop = 0;
  g_marks = 0;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < kNoted.size(); ++i) {
    ::sigaction(kNoted[i], nullptr, &g_previous[i]);
    if (kNoted[i] == SIGHUP && g_previous[i].sa_handler == SIG_IGN) continue;
    ::sigaction(kNoted[i], &action, nullptr);
  }
}

Signals::~Signals() {
  for (std::size_t i = 0; i < kNoted.size(); ++i) ::sigaction(kNoted[i], &g_previous[i], nullptr);
  for (int& end : g_pipe) {
    ::close(end);
    end = -1;
  }
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
