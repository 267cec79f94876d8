// SPDX-License-Identifier: Apache-2.0
// Names of files below open directories, in batches; a worker takes a whole batch.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/fd.hpp"
#include "page_cache/probe.hpp"

namespace wattline::page_cache {

// An open directory; names below the working directory (or absolute ones) have fd AT_FDCWD and an empty path.
struct Directory {
  io::Fd owned;
  std::string path;
  int fd() const;
};

// Files of one directory: names end with NUL, one after the other.
struct Group {
  std::shared_ptr<const Directory> directory;
  std::string names;
  std::size_t count = 0;
};

struct Batch {
  std::vector<Group> groups;
  std::size_t count = 0;
  bool follow = false;               // symbolic links are followed
  std::vector<FileResidency> files;  // filled in by whoever works on the batch, in the order of the names
};

// Calls f(directory, name, index) for each name of the batch.
template <class F>
void for_each_name(const Batch& batch, F f) {
  std::size_t index = 0;
  for (const Group& group : batch.groups) {
    const char* name = group.names.c_str();
    for (std::size_t i = 0; i < group.count; ++i, ++index) {
      f(*group.directory, name, index);
      name += std::char_traits<char>::length(name) + 1;
    }
  }
}

std::string path_of(const Directory& directory, const char* name);

// Collects names into batches. They grow from `first` files on: small ones share a few large files among workers.
class Batcher {
 public:
  Batcher(bool follow, std::function<void(Batch)> emit, std::size_t first = 64)
      : follow_(follow), emit_(std::move(emit)), limit_(first) {}
  void add(const std::shared_ptr<const Directory>& directory, const char* name);
  // Hands on what is left.
  void flush();

 private:
  bool follow_;
  std::function<void(Batch)> emit_;
  Batch batch_;
  std::size_t bytes_ = 0, limit_;
};

}  // namespace wattline::page_cache
