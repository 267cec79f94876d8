// SPDX-License-Identifier: Apache-2.0
// Signals that handlers note and the main loop reads. A handler only notes the signal and wakes the loop.
#pragma once
#include "base/not_copyable.hpp"

namespace wattline::io {

class Signals : NotCopyable {
 public:
  // While it lives, every signal that can be caught and whose default action ends a process counts as a stop, so that
  // no tool leaves a changed state behind; SIGUSR1 is a mark instead. Exceptions:
  // - Signals that the caller ignores, as under nohup, stay ignored, but for SIGINT and SIGTERM.
  // - Faults (SIGSEGV, SIGABRT ...) and SIGPIPE stop the process only if another process sent them. Those that it
  // raises
  //   itself end it at once.
  // - SIGXFSZ does nothing: a write beyond `ulimit -f` fails with EFBIG.
  // SIGCHLD only wakes the main loop. No signal is blocked, whatever the caller of the program had blocked. One object
  // per process at a time.
  Signals();
  ~Signals();
  // From now on SIGPIPE does nothing either: a write to a pipe that nobody reads fails with EPIPE, and the tool ends in
  // order.
  static void survive_broken_pipes();
  // In a child process made by fork(2): a pipe of its own, because what the child drains its parent would miss.
  void leave_parent();

  // Readable when something was noted; drain() empties it.
  int fd() const;
  void drain();
  // The first stop that was not taken yet; 0 = none.
  int stop() const;
  int take_stop();
  // Whether a terminal sends this signal to the whole foreground process group, hence to a command in it as well.
  static bool reaches_foreground(int signal);
  // Number of SIGUSR1 since the last call.
  int take_marks();
  // As if the signal had come; for tests and for tools that stop themselves.
  static void note(int signal);
  // What stop() is, for code without the object: a write that a slow reader keeps waiting. 0 without an object.
  static int noted_stop();
};

}  // namespace wattline::io
