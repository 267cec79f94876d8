// SPDX-License-Identifier: Apache-2.0
#include "cli/foreground.hpp"

#include <limits>

namespace wattline::cli {

int wait_in_foreground(io::Child& child, Context& context, const std::function<void()>& look) {
  const int wake = context.signals.fd();
  while (!child.poll()) {
    context.clock.wait_until(std::numeric_limits<std::int64_t>::max() / 2, &wake, 1);
    context.signals.drain();
    const int signal = context.signals.take_stop();
    if (signal != 0 && !io::Signals::reaches_foreground(signal)) child.kill(signal);
    if (look) look();
  }
  return child.wait();
}

}  // namespace wattline::cli
