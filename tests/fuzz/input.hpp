// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets share: bytes as a file, and the rule that bytes are either understood or refused as data.
#pragma once
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "io/fd.hpp"

namespace wattline::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// A wrong answer is a crash.
inline void require(bool holds) {
  if (!holds) std::abort();
}

// Anything but success and an error of this code is a crash.
template <class Work>
void may_be_refused(ExitCode code, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    require(error.code() == code);
  }
}

// A file in memory that has a path.
class InputFile {
 public:
  InputFile(const std::uint8_t* data, std::size_t size) : fd_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    require(fd_ && ::write(fd_.get(), data, size) == static_cast<ssize_t>(size));
  }
  std::string path() const { return io::descriptor_path(fd_.get()); }

 private:
  io::Fd fd_;
};

}  // namespace wattline::fuzz
