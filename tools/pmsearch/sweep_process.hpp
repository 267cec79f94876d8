// SPDX-License-Identifier: Apache-2.0
// pmsweep as a child process for the whole search: it takes rows of modes and gives profile rows.
#pragma once
#include <optional>
#include <string>

#include "base/not_copyable.hpp"
#include "io/child.hpp"
#include "io/fd.hpp"
#include "io/profile_table.hpp"
#include "pmsearch/options.hpp"
#include "pmsearch/search_writer.hpp"

namespace wattline::pmsearch {

class SweepProcess : NotCopyable {
 public:
  // Starts it with the command after --. The rows sent to it have a column `batch` when the goal chooses one.
  SweepProcess(cli::Context& context, const RunOptions& options, const model::Goal& goal);
  // Had we ended in another way, pmsweep would get SIGTERM.
  ~SweepProcess() { finish(); }
  // Closes its input and waits for it: the mode before the search is in force again then.
  void finish();
  // Profiles one mode. Throws unavailable when pmsweep ended without a row. A stop signal is passed on to pmsweep,
  // which then ends its command and restores the mode.
  Profiled profile(const model::Mode& mode);

 private:
  void send(const std::string& line);
  void open_rows();
  void wait_for_row();
  [[noreturn]] void ended();
  cli::Context& context_;
  const model::Goal& goal_;
  const bool keep_flagged_;
  io::Fd to_, from_;
  int rows_fd_ = -1;  // from_, also once the reader owns it
  std::optional<io::Child> child_;
  std::optional<io::TsvReader> reader_;
  std::optional<io::ProfileReader> rows_;
};

}  // namespace wattline::pmsearch
