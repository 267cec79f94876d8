// SPDX-License-Identifier: Apache-2.0
// Both ends of a pipe(2). They are closed in programs that this process starts.
#pragma once
#include "io/fd.hpp"

namespace wattline::io {

struct Pipe {
  Pipe();  // throws Error{io} when the process has too many descriptors
  Fd read_end, write_end;
};

}  // namespace wattline::io
