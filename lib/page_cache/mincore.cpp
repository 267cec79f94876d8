// SPDX-License-Identifier: Apache-2.0
#include "page_cache/mincore.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "page_cache/pages.hpp"

namespace wattline::page_cache {

namespace {

constexpr std::uint64_t kWindow = std::uint64_t{128} << 20;

// mincore(2) sets bit 0 of a byte per page. Eight bytes at a time: the sum of each byte lane stays below 256.
std::uint64_t count_low_bits(const unsigned char* bytes, std::size_t size) {
  constexpr std::size_t kBlock = std::size_t{8} * 255;
  std::uint64_t sum = 0;
  for (; size >= 8;) {
    const std::size_t block = std::min(size / 8 * 8, kBlock);
    std::uint64_t lanes = 0;
    for (std::size_t i = 0; i < block; i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + i, 8);
      lanes += word & 0x0101010101010101;
    }
    for (; lanes != 0; lanes >>= 8) sum += lanes & 0xff;
    bytes += block;
    size -= block;
  }
  for (; size > 0; --size) sum += *bytes++ & 1U;
  return sum;
}

}  // namespace

Mincore::~Mincore() {
  if (arena_ != nullptr) ::munmap(arena_, kWindow);
}

bool Mincore::reserve() {
  if (arena_ != nullptr) return true;
  void* const arena = ::mmap(nullptr, kWindow, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (arena != MAP_FAILED) arena_ = arena;
  return arena != MAP_FAILED;
}

int Mincore::count(int fd, std::uint64_t offset, std::uint64_t length, std::uint64_t& resident) {
  if (!reserve()) return errno;
  const std::uint64_t end = offset + length;
  for (; offset < end; offset += kWindow) {
    if (stop_ && stop_()) return ECANCELED;
    const auto window = static_cast<std::size_t>(std::min(kWindow, end - offset));
    const std::size_t pages = pages_of(window);
    if (residency_.size() < pages) residency_.resize(pages);
    const auto position = static_cast<off_t>(offset);
    if (::mmap(arena_, window, PROT_NONE, MAP_SHARED | MAP_FIXED, fd, position) == MAP_FAILED) return errno;
    if (::mincore(arena_, window, residency_.data()) != 0) return errno;
    resident += count_low_bits(residency_.data(), pages);
  }
  return 0;
}

}  // namespace wattline::page_cache
