// SPDX-License-Identifier: Apache-2.0
// Residency page by page by mincore(2) over one plain mapping: independent of the code under test.
#pragma once
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

namespace wattline::test {

inline std::vector<bool> resident_pages(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY);
  struct stat status {};
  ::fstat(fd, &status);
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto size = static_cast<std::size_t>(status.st_size);
  std::vector<unsigned char> bytes((size + page - 1) / page);
  if (size > 0) {
    void* const map = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    ::mincore(map, size, bytes.data());
    ::munmap(map, size);
  }
  ::close(fd);
  std::vector<bool> resident;
  for (const unsigned char byte : bytes) resident.push_back((byte & 1U) != 0);
  return resident;
}

inline long count_resident(const std::string& path) {
  const std::vector<bool> pages = resident_pages(path);
  return std::count(pages.begin(), pages.end(), true);
}

// Writes back and drops the whole file, then reads `length` bytes from `offset` without read-ahead.
inline void leave_resident(const std::string& path, off_t offset, std::size_t length) {
  const int fd = ::open(path.c_str(), O_RDONLY);
  ::fsync(fd);
  ::posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  ::posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
  std::vector<char> buffer(length);
  if (::pread(fd, buffer.data(), length, offset) < 0) std::abort();
  ::close(fd);
}

}  // namespace wattline::test
