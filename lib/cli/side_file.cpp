// SPDX-License-Identifier: Apache-2.0
#include "cli/side_file.hpp"

#include "base/error.hpp"

namespace wattline::cli {

SideFile::SideFile(Context& context, const std::string& path, const io::RowKind& kind)
    : context_(context), kind_(kind) {
  if (path.empty()) return;
  const bool to_stdout = path == "-";
  output_ = std::make_unique<io::Output>(to_stdout ? io::Output::to_stdout() : io::Output::to_file(path));
  if (!to_stdout) rows();
}

io::TsvWriter& SideFile::rows() {
  if (!writer_) {
    writer_ = std::make_unique<io::TsvWriter>(*output_, kind_, context_.writer_options());
  }
  return *writer_;
}

void check_side_file(const std::string& option, const std::string& path, const RowOptions& rows) {
  const bool taken = rows.output.empty() || rows.output == "-";
  if (path == "-" && taken) {
    throw usage_error(option + " -: standard output has the rows already", "write the rows to a file with -o FILE");
  }
}

}  // namespace wattline::cli
