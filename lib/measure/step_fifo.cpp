// SPDX-License-Identifier: Apache-2.0
#include "measure/step_fifo.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "io/caller.hpp"

namespace wattline::measure {

bool names_steps(const std::vector<std::string>& argv) {
  return std::any_of(argv.begin(), argv.end(),
                     [](const std::string& word) { return word.find(kSteps) != std::string::npos; });
}

std::vector<std::string> with_steps(std::vector<std::string> argv, const std::string& path) {
  for (std::string& word : argv) {
    for (std::size_t at = word.find(kSteps); at != std::string::npos; at = word.find(kSteps, at + path.size())) {
      word.replace(at, std::string(kSteps).size(), path);
    }
  }
  return argv;
}

io::Fd make_step_fifo(const std::string& path) {
  const io::AsCaller rights;
  ::unlink(path.c_str());
  if (::mkfifo(path.c_str(), 0666) != 0) throw os_error(path, errno);
  io::Fd fd(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
  if (!fd) throw os_error(path, errno);
  return fd;
}

}  // namespace wattline::measure
