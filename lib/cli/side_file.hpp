// SPDX-License-Identifier: Apache-2.0
// A file of rows beside a tool's main rows, such as --summary FILE.
#pragma once
#include <memory>
#include <string>

#include "cli/context.hpp"
#include "cli/row_stream.hpp"
#include "io/output.hpp"
#include "io/tsv.hpp"

namespace wattline::cli {

class SideFile {
 public:
  // Without a path nothing is written. "-" is standard output, whose header waits for rows() because a wrapped command
  // may print there first. Throws Error{io} when the file cannot be opened.
  SideFile(Context& context, const std::string& path, const io::RowKind& kind);
  explicit operator bool() const { return output_ != nullptr; }
  // Only with a path.
  io::TsvWriter& rows();

 private:
  Context& context_;
  io::RowKind kind_;
  std::unique_ptr<io::Output> output_;
  std::unique_ptr<io::TsvWriter> writer_;
};

// Refuses `option -` while the main rows go to standard output, too: a usage error.
void check_side_file(const std::string& option, const std::string& path, const RowOptions& rows);

}  // namespace wattline::cli
