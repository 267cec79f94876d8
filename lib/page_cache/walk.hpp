// SPDX-License-Identifier: Apache-2.0
// The files of a tree, in batches of names below open directories. No path is resolved twice, links cannot divert the
// walk, and neither the depth nor the width of a tree costs memory per file.
#pragma once
#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "page_cache/batch.hpp"
#include "page_cache/seen_inodes.hpp"

namespace wattline::page_cache {

struct WalkOptions {
  bool follow_links = false;
  bool one_file_system = false;
  // fnmatch(3) patterns: with a '/' they match the path below the operand ('*' matches '/' too), else the name.
  std::vector<std::string> include, exclude;
};

// What include and exclude say about a path below its operand, or in a list.
bool is_wanted(const WalkOptions& options, const std::string& path, bool is_file);

struct WalkCounts {
  std::uint64_t directories = 0, skipped = 0, errors = 0;
  std::uint64_t repeated = 0;  // directories met before
};

class Walker {
 public:
  using OnError = std::function<void(const std::string& path, int error)>;
  // `seen` holds the directories of all walks that must not overlap.
  Walker(const WalkOptions& options, SeenInodes& seen, Batcher& batcher, OnError on_error);
  // Everything below `path`. `stop` is asked before each entry.
  WalkCounts walk(const std::string& path, const std::function<bool()>& stop = {});

 private:
  // A directory that was read and those of its sub-directories that were not yet.
  struct Frame {
    std::shared_ptr<const Directory> directory;
    std::string names;
    std::size_t next = 0;
  };
  void enter(int parent, const char* name, std::string path, bool follow);
  void enter_next();
  bool admit(const struct stat& status);
  bool stopped() const { return stop_ && stop_(); }
  void read(const std::shared_ptr<const Directory>& directory);
  void sort_in(Frame& frame, const char* name, unsigned char type);
  bool wanted(const Directory& directory, const char* name, bool is_file) const;
  void fail(const std::string& path, int error);

  const WalkOptions& options_;
  SeenInodes& seen_;
  Batcher& batcher_;
  OnError on_error_;
  std::function<bool()> stop_;
  WalkCounts counts_;
  std::vector<Frame> frames_;
  std::size_t operand_length_ = 0;
  std::optional<dev_t> operand_device_;
};

}  // namespace wattline::page_cache
