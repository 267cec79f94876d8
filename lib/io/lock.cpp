// SPDX-License-Identifier: Apache-2.0
#include "io/lock.hpp"

#include <poll.h>
#include <sys/file.h>

#include <cerrno>

namespace wattline::io {

bool lock_within(int fd, int limit_ms) {
  constexpr int kStepMs = 50;
  for (int waited = 0; ::flock(fd, LOCK_EX | LOCK_NB) != 0; waited += kStepMs) {
    if (errno != EWOULDBLOCK) return false;
    if (waited >= limit_ms) {
      errno = EWOULDBLOCK;
      return false;
    }
    ::poll(nullptr, 0, kStepMs);
  }
  return true;
}

}  // namespace wattline::io
