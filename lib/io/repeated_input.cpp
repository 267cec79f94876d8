// SPDX-License-Identifier: Apache-2.0
#include "io/repeated_input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "io/input.hpp"
#include "io/temporary_copy.hpp"

namespace wattline::io {

RepeatedInput::RepeatedInput(const std::string& path) : name_(input_name(path)), fd_(open_input(path)) {
  struct stat status {};
  if (::fstat(fd_.get(), &status) == 0 && S_ISREG(status.st_mode)) {
    start_ = ::lseek(fd_.get(), 0, SEEK_CUR);
    return;
  }
  fd_ = temporary_copy(name_, [&](char* bytes, std::size_t size) { return read_input(fd_.get(), bytes, size, name_); });
}

Fd RepeatedInput::again() const {
  Fd fd(::fcntl(fd_.get(), F_DUPFD_CLOEXEC, 0));
  if (!fd || ::lseek(fd.get(), start_, SEEK_SET) < 0) throw os_error(name_, errno);
  return fd;
}

}  // namespace wattline::io
