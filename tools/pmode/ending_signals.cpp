// SPDX-License-Identifier: Apache-2.0
#include "pmode/ending_signals.hpp"

#include <cerrno>

#include "io/signals.hpp"

namespace wattline::pmode {

namespace {

void stop(int signal) {
  const int saved = errno;
  io::Signals::note(signal);
  errno = saved;
}

void leave_to_the_write(int) {}

std::vector<int> ending_signals() {
  std::vector<int> signals{SIGQUIT, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGSTKFLT, SIGPWR, SIGPIPE};
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) signals.push_back(signal);
  return signals;
}

}  // namespace

EndingSignals::EndingSignals() {
  const std::vector<int> signals = ending_signals();
  previous_.reserve(signals.size());
  for (const int signal : signals) {
    struct sigaction previous {};
    struct sigaction action {};
    action.sa_handler = signal == SIGPIPE ? leave_to_the_write : stop;
    action.sa_flags = SA_RESTART;
    if (::sigaction(signal, nullptr, &previous) != 0 || previous.sa_handler == SIG_IGN) continue;
    if (::sigaction(signal, &action, nullptr) == 0) previous_.emplace_back(signal, previous);
  }
}

EndingSignals::~EndingSignals() {
  for (const auto& [signal, action] : previous_) ::sigaction(signal, &action, nullptr);
}

}  // namespace wattline::pmode
