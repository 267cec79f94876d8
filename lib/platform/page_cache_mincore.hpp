// SPDX-License-Identifier: Apache-2.0
// mincore(2) over a file of any size in windows of bounded memory.
#pragma once
#include <cstdint>
#include <vector>

namespace wattline::platform {

class Mincore {
 public:
  Mincore() = default;
  ~Mincore();
  Mincore(const Mincore&) = delete;
  Mincore& operator=(const Mincore&) = delete;

  // Adds up the resident pages of a part of the file; `offset` is a multiple of the page size. 0 or errno.
  // Threads of one process hinder each other here (one lock guards the address space): use processes.
  int count(int fd, std::uint64_t offset, std::uint64_t length, std::uint64_t& resident);

 private:
  bool reserve();
  // Reserved addresses that each window is mapped over, which saves a munmap(2) per file.
  void* arena_ = nullptr;
  std::vector<unsigned char> residency_;
};

}  // namespace wattline::platform
