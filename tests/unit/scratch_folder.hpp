// SPDX-License-Identifier: Apache-2.0
// An empty folder for one test, removed after it.
#pragma once
#include <cerrno>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/not_copyable.hpp"
#include "io/attribute.hpp"
#include "io/filesystem.hpp"

namespace wattline::test {

class Folder : NotCopyable {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "wattline-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw os_error(name, errno);
    path_ = name;
  }
  ~Folder() {
    sys::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::vector<std::string> names() const { return io::list_directory(path_); }

 private:
  fs::path path_;
};

}  // namespace wattline::test
