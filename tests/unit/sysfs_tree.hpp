// SPDX-License-Identifier: Apache-2.0
// A machine's files below a scratch directory that goes away with the object.
#pragma once
#include <fstream>
#include <iterator>
#include <string>

#include "io/filesystem.hpp"
#include "io/root.hpp"
#include "scratch_folder.hpp"

namespace wattline::test {

class SysfsTree {
 public:
  SysfsTree() = default;
  explicit SysfsTree(void (*make_machine)(SysfsTree&)) { make_machine(*this); }

  // All paths are machine paths ("/sys/..."); parents are made. A file gets a line feed, as the kernel's have.
  SysfsTree& file(const std::string& path, const std::string& text) { return raw_file(path, text + "\n"); }
  SysfsTree& raw_file(const std::string& path, const std::string& bytes) {
    make_parent(path);
    std::ofstream(at(path).string(), std::ios::binary) << bytes;
    return *this;
  }
  SysfsTree& folder(const std::string& path) {
    fs::create_directories(at(path));
    return *this;
  }
  // `target` is a machine path; the link is made relative, as the kernel's are.
  SysfsTree& link(const std::string& path, const std::string& target) {
    make_parent(path);
    const auto relative = fs::relative(at(target), at(path).parent_path());
    fs::create_symlink(relative, at(path));
    return *this;
  }
  // As jetsim marks its roots: rows from here are `emulated`.
  SysfsTree& emulated(const std::string& board) {
    return file("/run/wattline/emulated", "board " + board + "\ntime_scale 1\norigin_mono_ns 0");
  }
  SysfsTree& remove(const std::string& path) {
    fs::remove_all(at(path));
    return *this;
  }

  bool exists(const std::string& path) const { return fs::exists(at(path)); }
  // Without the line feed at the end.
  std::string read(const std::string& path) const {
    std::ifstream in(at(path).string(), std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }
  fs::path at(const std::string& path) const { return directory() / fs::path(path).relative_path(); }
  const fs::path& directory() const { return folder_.path(); }
  io::Root root() const { return io::Root(directory()); }

 private:
  void make_parent(const std::string& path) { fs::create_directories(at(path).parent_path()); }
  Folder folder_;
};

}  // namespace wattline::test
