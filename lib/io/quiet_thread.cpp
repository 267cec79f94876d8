// SPDX-License-Identifier: Apache-2.0
#include "io/quiet_thread.hpp"

#include <pthread.h>

#include <csignal>
#include <utility>

namespace wattline::io {

// It is born with all of them blocked.
std::thread quiet_thread(std::function<void()> work) {
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread;
  try {
    thread = std::thread(std::move(work));
  } catch (...) {
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace wattline::io
