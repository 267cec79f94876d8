// SPDX-License-Identifier: Apache-2.0
// The pages of a file, in this machine's page size.
#pragma once
#include <unistd.h>

#include <cstdint>

namespace wattline::page_cache {

inline std::uint64_t page_size() {
  static const auto size = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

inline std::uint64_t pages_of(std::uint64_t size_b) {
  return (size_b + page_size() - 1) / page_size();
}

}  // namespace wattline::page_cache
