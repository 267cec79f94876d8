// SPDX-License-Identifier: Apache-2.0
// A copy of the rows that a child prints, in the folder of the run that they belong to.
#pragma once
#include <memory>
#include <string>

#include "base/parse.hpp"
#include "io/output.hpp"
#include "io/tsv_feed.hpp"

namespace wattline::measure {

class RowLog {
 public:
  // Rows go to this file from now on.
  void open(const std::string& path) {
    file_.reset();  // the same file may be opened again
    file_ = std::make_unique<io::Output>(io::Output::to_file(path));
    header_ = false;
  }
  void close() { file_.reset(); }
  void add(const io::TsvFeed& feed) {
    if (!file_) return;
    if (!header_) file_->write(join(feed.names(), "\t") + "\n");
    header_ = true;
    file_->write(feed.line() + "\n");
  }

 private:
  std::unique_ptr<io::Output> file_;
  bool header_ = false;
};

}  // namespace wattline::measure
