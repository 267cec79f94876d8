// SPDX-License-Identifier: Apache-2.0
#include "page_cache/batch.hpp"

#include <fcntl.h>

#include <algorithm>
#include <utility>

namespace wattline::page_cache {

namespace {

constexpr std::size_t kFiles = 256;
constexpr std::size_t kBytes = std::size_t{48} << 10;  // a batch fits into one packet of a socket
constexpr std::size_t kGroups = 16;                    // open directories that a batch holds

}  // namespace

int Directory::fd() const {
  return owned ? owned.get() : AT_FDCWD;
}

std::string path_of(const Directory& directory, const char* name) {
  if (directory.path.empty()) return name;
  return directory.path.back() == '/' ? directory.path + name : directory.path + "/" + name;
}

void Batcher::add(const std::shared_ptr<const Directory>& directory, const char* name) {
  const auto is_new = [&] { return batch_.groups.empty() || batch_.groups.back().directory != directory; };
  if (batch_.count >= limit_ || bytes_ >= kBytes || (batch_.groups.size() == kGroups && is_new())) flush();
  if (is_new()) batch_.groups.push_back({directory, {}, 0});
  Group& group = batch_.groups.back();
  const std::size_t before = group.names.size();
  group.names.append(name).push_back('\0');
  bytes_ += group.names.size() - before;
  ++group.count;
  ++batch_.count;
}

void Batcher::flush() {
  if (batch_.count == 0) return;
  limit_ = std::min(limit_ * 2, kFiles);
  bytes_ = 0;
  batch_.follow = follow_;
  emit_(std::exchange(batch_, Batch()));
}

}  // namespace wattline::page_cache
