// SPDX-License-Identifier: Apache-2.0
// What the server of a board writes down about the programs that use it.
#pragma once
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "io/fd.hpp"
#include "io/output.hpp"
#include "io/tsv.hpp"
#include "jetsim/fuse/server_hooks.hpp"

namespace wattline::jetsim {

// Where reports go; null = none.
struct ReportFiles {
  io::Output* missing = nullptr;    // a line for each path that is looked up and that the board does not have
  io::TsvWriter* record = nullptr;  // a row for each request
};

// Reports from the moment at which the other end of the socket sends a byte.
class Reports {
 public:
  Reports(const ReportFiles& files, const io::Fd& socket, std::function<std::int64_t()> mono_ns)
      : files_(files), socket_(socket), mono_ns_(std::move(mono_ns)) {}
  // The hooks refer to this object.
  void add_to(ServerHooks& hooks);

 private:
  bool begun();
  void note_missing(const std::string& path);
  void record(const Access& access);
  const ReportFiles files_;
  const io::Fd& socket_;
  std::function<std::int64_t()> mono_ns_;
  bool begun_ = false;
  std::set<std::string> noted_;
};

}  // namespace wattline::jetsim
