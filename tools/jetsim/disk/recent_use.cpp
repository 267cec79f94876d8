// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/recent_use.hpp"

#include <algorithm>

namespace wattline::jetsim {

void RecentUse::add(std::uint64_t file, std::uint64_t index, std::uint64_t bytes) {
  auto& chunks = files_[file];
  const auto found = chunks.find(index);
  if (found == chunks.end()) {
    chunks[index] = order_.insert(order_.end(), {file, index, 0});
  } else {
    order_.splice(order_.end(), order_, found->second);
  }
  Chunk& chunk = order_.back();
  const std::uint64_t cached = std::min(chunk.bytes + bytes, kChunk_b);
  bytes_ += cached - chunk.bytes;
  chunk.bytes = cached;
}

void RecentUse::read(std::uint64_t file, std::uint64_t offset, std::uint64_t bytes) {
  for (const std::uint64_t end = offset + bytes; offset < end;) {
    const std::uint64_t next = std::min(end, (offset / kChunk_b + 1) * kChunk_b);
    add(file, offset / kChunk_b, next - offset);
    offset = next;
  }
}

void RecentUse::use(std::uint64_t file) {
  const auto found = files_.find(file);
  if (found == files_.end()) return;
  for (const auto& [index, place] : found->second) order_.splice(order_.end(), order_, place);
}

void RecentUse::forget(std::uint64_t file) {
  const auto found = files_.find(file);
  if (found == files_.end()) return;
  for (const auto& [index, place] : found->second) {
    bytes_ -= place->bytes;
    order_.erase(place);
  }
  files_.erase(found);
}

std::optional<RecentUse::Chunk> RecentUse::take_oldest() {
  if (order_.empty()) return std::nullopt;
  const Chunk chunk = order_.front();
  order_.pop_front();
  bytes_ -= chunk.bytes;
  const auto file = files_.find(chunk.file);
  file->second.erase(chunk.index);
  if (file->second.empty()) files_.erase(file);
  return chunk;
}

void RecentUse::put_back(const Chunk& chunk) {
  add(chunk.file, chunk.index, chunk.bytes);
}

}  // namespace wattline::jetsim
