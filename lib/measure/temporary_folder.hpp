// SPDX-License-Identifier: Apache-2.0
// A folder for the files of child processes, removed in the end. Under sudo it is the calling user's.
#pragma once
#include <string>

#include "base/not_copyable.hpp"

namespace wattline::measure {

class TemporaryFolder : NotCopyable {
 public:
  // Its name begins with that of the tool. Throws Error{io}.
  explicit TemporaryFolder(const std::string& tool);
  ~TemporaryFolder();
  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace wattline::measure
