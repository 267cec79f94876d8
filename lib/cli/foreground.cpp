// SPDX-License-Identifier: Apache-2.0
#include "cli/foreground.hpp"

#include <csignal>
#include <limits>

namespace wattline::cli {

IgnoreQuit::IgnoreQuit() : previous_(std::signal(SIGQUIT, SIG_IGN)) {}
IgnoreQuit::~IgnoreQuit() {
  std::signal(SIGQUIT, previous_);
}

int wait_in_foreground(io::Child& child, Context& context, const std::function<void()>& look) {
  const IgnoreQuit quit;
  const int wake = context.signals.fd();
  while (!child.poll()) {
    context.clock.wait_until(std::numeric_limits<std::int64_t>::max() / 2, &wake, 1);
    context.signals.drain();
    const int signal = context.signals.take_stop();
    if (signal != 0 && signal != SIGINT) child.kill(signal);
    if (look) look();
  }
  return child.wait();
}

}  // namespace wattline::cli
