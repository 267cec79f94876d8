// SPDX-License-Identifier: Apache-2.0
// An empty folder for one test, removed after it.
#pragma once
#include <boost/filesystem.hpp>
#include <string>
#include <vector>

#include "base/not_copyable.hpp"
#include "io/attribute.hpp"

namespace wattline::test {

class Folder : NotCopyable {
 public:
  Folder()
      : path_(boost::filesystem::temp_directory_path() / boost::filesystem::unique_path("wattline-test-%%%%-%%%%")) {
    boost::filesystem::create_directory(path_);
  }
  ~Folder() {
    boost::system::error_code ignored;
    boost::filesystem::remove_all(path_, ignored);
  }
  const boost::filesystem::path& path() const { return path_; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::vector<std::string> names() const { return io::list_directory(path_); }

 private:
  boost::filesystem::path path_;
};

}  // namespace wattline::test
