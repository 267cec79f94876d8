// SPDX-License-Identifier: Apache-2.0
// The other end of a mounted board's control files.
#pragma once
#include <cstdint>
#include <string>

#include "io/fd.hpp"
#include "jetsim/spec/board_state.hpp"

namespace wattline::jetsim {

bool has_control_file(const std::string& directory, const char* name);

// The path of a control file under a mount point. Throws unavailable when no board is mounted there.
std::string control_file(const std::string& directory, const char* name);

// A load on a mounted board: it lasts as long as this object, and not longer than its process.
class LoadClient {
 public:
  explicit LoadClient(const std::string& directory);
  BoardState state();
  // What the load is between announced segments.
  void set_mean(const Activity& mean);
  // Segments are collected; send() hands them over in one write.
  void announce(std::int64_t end_ns, const Activity& activity);
  void send();

 private:
  void write(const std::string& text);
  std::string path_;
  io::Fd fd_;
  std::string pending_;
};

}  // namespace wattline::jetsim
