// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/error.hpp"
#include "io/fd.hpp"

namespace wattline::trainstep {

namespace {

[[noreturn]] void fail(const std::string& path) {
  throw data_error(os_error(path, errno).what());
}

}  // namespace

void read_file(const std::string& path, std::vector<std::uint8_t>& data) {
  const io::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0) fail(path);
  data.resize(static_cast<std::size_t>(status.st_size));
  std::size_t done = 0;
  while (done < data.size()) {
    const ssize_t n = ::read(fd.get(), data.data() + done, data.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(path);
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  data.resize(done);
}

}  // namespace wattline::trainstep
