// SPDX-License-Identifier: Apache-2.0
// Signals that handlers note and the main loop reads. A handler only notes the signal and wakes the loop.
#pragma once
#include "base/not_copyable.hpp"

namespace wattline::io {

class Signals : NotCopyable {
 public:
  // Notes SIGINT, SIGTERM, SIGHUP (unless it was ignored, as under nohup), SIGCHLD and SIGUSR1 while it lives. No
  // signal is blocked then, whatever the caller of the program had blocked, and SIGXFSZ does nothing, so that a write
  // beyond `ulimit -f` fails with EFBIG. One object per process at a time.
  Signals();
  ~Signals();
  // In a child process made by fork(2): a pipe of its own, because what the child drains its parent would miss.
  void leave_parent();

  // Readable when something was noted; drain() empties it.
  int fd() const;
  void drain();
  // The first signal that asks the program to end and was not taken yet: SIGINT, SIGTERM, SIGHUP or another that was
  // registered, except SIGUSR1 and SIGCHLD; 0 = none.
  int stop() const;
  int take_stop();
  // Number of SIGUSR1 since the last call.
  int take_marks();
  // As if the signal had come; for tests and for tools that stop themselves.
  static void note(int signal);
  // What stop() is, for code without the object: a write that a slow reader keeps waiting. 0 without an object.
  static int noted_stop();
};

}  // namespace wattline::io
