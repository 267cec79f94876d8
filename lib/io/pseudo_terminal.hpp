// SPDX-License-Identifier: Apache-2.0
// A pseudo-terminal (pty(7)) whose bytes are those that are written to it: the line ends are left to the terminal that
// shows them. It is no process's controlling terminal, so that keys and their signals stay those of the caller's.
#pragma once
#include "io/fd.hpp"

namespace wattline::io {

struct PseudoTerminal {
  // With the settings and the size of the terminal that `like` is open on, or without one of 160 columns. Under sudo it
  // is the calling user's. Throws Error{os} where the system has none left.
  explicit PseudoTerminal(int like);
  // Takes over the size of that terminal. Whether it had another.
  bool follow(int like) const;
  Fd master, slave;  // what is written to the slave is read from the master, until its last descriptor is closed: EIO
};

}  // namespace wattline::io
