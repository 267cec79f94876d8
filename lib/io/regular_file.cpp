// SPDX-License-Identifier: Apache-2.0
#include "io/regular_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <new>

#include "base/error.hpp"

namespace wattline::io {

namespace {

[[noreturn]] void fail(const std::string& path) {
  throw data_error(os_error(path, errno).what());
}

const char* kind_of(mode_t mode) {
  return S_ISDIR(mode) ? "a folder" : S_ISFIFO(mode) ? "a FIFO" : S_ISSOCK(mode) ? "a socket" : "a device";
}

void check(const std::string& path, const struct stat& status) {
  if (!S_ISREG(status.st_mode)) throw data_error(path + ": is " + kind_of(status.st_mode) + ", not a regular file");
}

std::uint64_t memory_b() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

// Not left to the allocator: a kernel that promises more memory than there is kills the process that uses it.
void make_room(const std::string& path, std::vector<std::uint8_t>& data, std::uint64_t size) {
  const auto fail_for_size = [&] {
    throw data_error(path + ": its " + std::to_string(size) + " bytes do not fit into memory");
  };
  if (size > memory_b()) fail_for_size();
  try {
    data.resize(static_cast<std::size_t>(size));
  } catch (const std::bad_alloc&) {
    fail_for_size();
  }
}

}  // namespace

std::optional<struct stat> file_status(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status;
  if (!means_absent(errno)) throw os_error(path, errno);
  return std::nullopt;
}

RegularFile open_regular_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) fail(path);
  check(path, status);  // before it is opened, which may wait or have an effect on a device
  Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!fd || ::fstat(fd.get(), &status) != 0) fail(path);
  check(path, status);
  return {std::move(fd), static_cast<std::uint64_t>(status.st_size)};
}

void read_regular_file(const std::string& path, std::vector<std::uint8_t>& data, std::uint64_t limit) {
  const RegularFile file = open_regular_file(path);
  if (file.size > limit) {
    throw data_error(path + ": has " + std::to_string(file.size) + " bytes, the most are " + std::to_string(limit));
  }
  make_room(path, data, file.size);
  std::size_t done = 0;
  while (done < data.size()) {
    const ssize_t n = ::read(file.fd.get(), data.data() + done, data.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(path);
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  data.resize(done);
}

std::string text_of_regular_file(const std::string& path) {
  std::vector<std::uint8_t> data;
  read_regular_file(path, data);
  return {data.begin(), data.end()};
}

}  // namespace wattline::io
