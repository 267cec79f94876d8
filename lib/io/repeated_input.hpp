// SPDX-License-Identifier: Apache-2.0
// An input that is read several times from its start.
#pragma once
#include <sys/types.h>

#include <string>

#include "base/not_copyable.hpp"
#include "io/fd.hpp"

namespace wattline::io {

class RepeatedInput : NotCopyable {
 public:
  // "-" is standard input. What is no regular file, such as a pipe, is copied to disk first. Throws when it cannot be
  // opened, read or copied.
  explicit RepeatedInput(const std::string& path);
  const std::string& name() const { return name_; }
  // From the start. The earlier descriptors read on from there, too: use one at a time.
  Fd again() const;

 private:
  std::string name_;
  Fd fd_;
  off_t start_ = 0;  // of standard input, a part of which may have been read
};

}  // namespace wattline::io
