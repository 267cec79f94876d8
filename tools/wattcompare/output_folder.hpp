// SPDX-License-Identifier: Apache-2.0
// A folder for what the commands print, removed in the end. Under sudo it is the calling user's.
#pragma once
#include <string>

#include "base/not_copyable.hpp"

namespace wattline::wattcompare {

class OutputFolder : NotCopyable {
 public:
  OutputFolder();  // throws Error{io}
  ~OutputFolder();
  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace wattline::wattcompare
