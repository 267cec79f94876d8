// SPDX-License-Identifier: Apache-2.0
// The folder that a disk shows: its files by number, as FUSE wants them. A number is kept for good.
#pragma once
#include <dirent.h>
#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "io/fd.hpp"

namespace wattline::jetsim {

class SourceTree {
 public:
  static constexpr std::uint64_t kRoot = 1;  // FUSE_ROOT_ID

  // Throws when the folder cannot be opened.
  explicit SourceTree(const std::string& folder);
  int fd() const { return folder_.get(); }

  // The number of an entry of a folder.
  std::uint64_t number_of(std::uint64_t folder, const std::string& name);
  // Below the folder; "." for the folder itself.
  const std::string& path_of(std::uint64_t number) const;
  // As lstat(2), but nothing can be written, the inode number is ours, and each name is a file of its own. 0 or errno.
  int status(std::uint64_t number, struct stat& status) const;
  // As open(2) for reading; never waits and follows no link. The error is in errno.
  io::Fd open(std::uint64_t number) const;
  // Target of a symbolic link; empty with errno.
  std::string link_target(std::uint64_t number) const;
  // Names and types (DT_...) in a folder. 0 or errno.
  int list(std::uint64_t number, std::vector<std::pair<std::string, unsigned char>>& entries) const;

  // Whether the file is another one, or has other bytes, than when this was last asked.
  bool changed(std::uint64_t number, const struct stat& status);

 private:
  struct Version {
    ino_t inode = 0;
    off_t size = 0;
    std::int64_t modified_ns = 0;
    bool operator!=(const Version& other) const {
      return inode != other.inode || size != other.size || modified_ns != other.modified_ns;
    }
  };
  io::Fd folder_;
  std::vector<const std::string*> paths_;  // by number; the keys of numbers_
  std::unordered_map<std::string, std::uint64_t> numbers_;
  std::unordered_map<std::uint64_t, Version> versions_;
};

}  // namespace wattline::jetsim
