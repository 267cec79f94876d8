// SPDX-License-Identifier: Apache-2.0
// Marks sent through named pipes, one label per line.
#pragma once
#include <string>
#include <string_view>

#include "io/fd.hpp"

namespace wattline::io {

// Opens a FIFO without waiting for the other side. Throws a usage error when it is not a FIFO, unavailable when it is
// opened for writing only and nobody reads it.
Fd open_fifo(const std::string& path, int flags);

class MarkWriter {
 public:
  // Throws unavailable when nobody reads.
  explicit MarkWriter(const std::string& path);
  // Never blocks and never raises SIGPIPE: 0, or the errno when the reader is gone (EPIPE) or too slow (EAGAIN).
  int write(std::string_view label);

 private:
  Fd fd_;
};

}  // namespace wattline::io
