// SPDX-License-Identifier: Apache-2.0
// mincore(2) on a file of any size, one window at a time, in bounded memory.
#pragma once
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/not_copyable.hpp"

namespace wattline::page_cache {

class Mincore : NotCopyable {
 public:
  // `stop` is asked between windows: a terabyte takes ten seconds, whatever is resident.
  explicit Mincore(std::function<bool()> stop = {}) : stop_(std::move(stop)) {}
  ~Mincore();

  // Adds up the resident pages of a part of the file; `offset` is a multiple of the page size. 0, errno, or
  // ECANCELED when it was stopped.
  // Threads of one process hinder each other here (one lock guards the address space): use processes.
  int count(int fd, std::uint64_t offset, std::uint64_t length, std::uint64_t& resident);

 private:
  bool reserve();
  std::function<bool()> stop_;
  // Reserved addresses that each window is mapped over, which saves a munmap(2) per file.
  void* arena_ = nullptr;
  std::vector<unsigned char> residency_;
};

}  // namespace wattline::page_cache
