// SPDX-License-Identifier: Apache-2.0
#include "io/pipe.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"

namespace wattline::io {

Pipe::Pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw os_error("pipe", errno);
  read_end = Fd(ends[0]);
  write_end = Fd(ends[1]);
}

}  // namespace wattline::io
