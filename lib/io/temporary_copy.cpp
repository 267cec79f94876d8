// SPDX-License-Identifier: Apache-2.0
#include "io/temporary_copy.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <vector>

#include "base/error.hpp"

namespace wattline::io {

Fd temporary_copy(const std::string& name, const ReadBytes& read) {
  constexpr std::size_t kChunk = std::size_t{64} << 10;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> copy(std::tmpfile(), std::fclose);
  const std::string place = name + ": a copy of it in " + P_tmpdir;
  if (!copy) throw os_error(place, errno);
  std::vector<char> bytes(kChunk);
  for (std::size_t n = 0; (n = read(bytes.data(), kChunk)) > 0;) {
    if (std::fwrite(bytes.data(), 1, n, copy.get()) < n) throw os_error(place, errno);
  }
  if (std::fflush(copy.get()) != 0) throw os_error(place, errno);
  Fd fd(::fcntl(::fileno(copy.get()), F_DUPFD_CLOEXEC, 0));
  if (!fd) throw os_error(place, errno);
  return fd;
}

}  // namespace wattline::io
