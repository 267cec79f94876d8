// SPDX-License-Identifier: Apache-2.0
// Both ends of a pipe(2), closed in a program that is started.
#pragma once
#include "io/fd.hpp"

namespace wattline::io {

struct Pipe {
  Pipe();  // throws Error{io} when the process has too many descriptors
  Fd read_end, write_end;
};

}  // namespace wattline::io
