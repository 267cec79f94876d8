// SPDX-License-Identifier: Apache-2.0
// pmsweep as a coprocess: a row with a mode goes in, a profile row comes out.
#pragma once
#include "io/child.hpp"
#include "io/profiles.hpp"
#include "pmsearch/session.hpp"

namespace wattline::pmsearch {

class SweepProcess {
 public:
  // Starts it with the command behind --. The rows that it is sent carry `batch` when the goal chooses one.
  SweepProcess(cli::Context& context, const Options& options, const model::Goal& goal);
  // Closes its input and waits for it.
  ~SweepProcess();
  SweepProcess(const SweepProcess&) = delete;
  SweepProcess& operator=(const SweepProcess&) = delete;
  // Throws unavailable when it ended without a row.
  Profiled profile(const model::Mode& mode);

 private:
  void send(const std::string& line);
  void open_rows();
  [[noreturn]] void ended();
  const model::Goal& goal_;
  const bool keep_flagged_;
  io::Fd to_, from_;
  std::optional<io::Child> child_;
  std::optional<io::TsvReader> reader_;
  std::optional<io::ProfileReader> rows_;
};

}  // namespace wattline::pmsearch
