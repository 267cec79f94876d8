// SPDX-License-Identifier: Apache-2.0
#include "io/signals.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace wattline;
using namespace wattline::io;

namespace {

// Of those that can be caught, whose default action ends a process.
std::vector<int> ending_signals() {
  std::vector<int> signals;
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    const bool reserved = signal > SIGSYS && signal < SIGRTMIN;
    switch (signal) {
      case SIGKILL:
      case SIGSTOP:
      case SIGCHLD:
      case SIGCONT:
      case SIGTSTP:
      case SIGTTIN:
      case SIGTTOU:
      case SIGURG:
      case SIGWINCH:
        break;
      default:
        if (!reserved) signals.push_back(signal);
    }
  }
  return signals;
}

// The status of a process that runs `work` and exits with what it returns.
template <class Work>
int status_of(Work work) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    for (int signal = 1; signal <= SIGRTMAX; ++signal) ::signal(signal, SIG_DFL);  // Catch2 has handlers
    ::_exit(work());
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return status;
}

void send_to_parent(int signal) {
  const pid_t parent = ::getpid();
  const pid_t sender = ::fork();
  if (sender == 0) {
    ::kill(parent, signal);
    ::_exit(0);
  }
  ::waitpid(sender, nullptr, 0);
}

int write_to_closed_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) return 2;
  ::close(ends[0]);
  return ::write(ends[1], "x", 1) == 1 ? 2 : 0;
}

}  // namespace

TEST_CASE("no signal that another process sends ends a tool before it has restored what it changed") {
  for (const int signal : ending_signals()) {
    CAPTURE(signal);
    const int status = status_of([&] {
      Signals signals;
      send_to_parent(signal);
      const bool other = signal == SIGUSR1 || signal == SIGXFSZ;  // a mark, and an error of a write
      return signals.stop() == (other ? 0 : signal) ? 0 : 1;
    });
    CHECK(status == 0);
  }
}

TEST_CASE("a signal that the caller ignores stays ignored, but for those that ask for the end") {
  for (const int signal : ending_signals()) {
    CAPTURE(signal);
    const bool taken = signal == SIGINT || signal == SIGTERM;
    const int status = status_of([&] {
      ::signal(signal, SIG_IGN);
      Signals signals;
      send_to_parent(signal);
      return signals.stop() == (taken ? signal : 0) ? 0 : 1;
    });
    CHECK(status == 0);
  }
}

TEST_CASE("a fault of the process itself ends it by its signal") {
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS}) {
    CAPTURE(signal);
    const int status = status_of([&] {
      Signals signals;
      ::raise(signal);
      return 0;
    });
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == signal);
  }
}

TEST_CASE("a write to a pipe that nobody reads ends a filter, and fails in a tool that has more to do") {
  const int filter = status_of([] {
    Signals signals;
    return write_to_closed_pipe();
  });
  CHECK(WIFSIGNALED(filter));
  CHECK(WTERMSIG(filter) == SIGPIPE);
  const int other = status_of([] {
    Signals signals;
    Signals::survive_broken_pipes();
    return signals.stop() != 0 ? 1 : write_to_closed_pipe();
  });
  CHECK(other == 0);
}

TEST_CASE("the handlers before it are back when the object has gone") {
  const int status = status_of([] {
    {
      Signals signals;
      Signals::survive_broken_pipes();
    }
    for (const int signal : ending_signals()) {
      struct sigaction now {};
      ::sigaction(signal, nullptr, &now);
      if (now.sa_handler != SIG_DFL) return signal;
    }
    return 0;
  });
  CHECK(status == 0);
}
