// SPDX-License-Identifier: Apache-2.0
// A control file of a mounted emulated board: lines are written to it, and it reads as lines "NAME VALUE".
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/fd.hpp"
#include "io/root.hpp"

namespace wattline::trainstep {

class BoardControl {
 public:
  // Throws unavailable when no board is mounted on the root.
  BoardControl(const io::Root& board, const std::string& name);
  const std::string& path() const { return path_; }
  void write(const std::string& line);
  std::string read() const;
  // The number in a line of an answer. Throws a data error when there is none.
  std::int64_t number(const std::string& answer, std::string_view name) const;

 private:
  std::string path_;
  io::Fd fd_;
};

// The values of the lines "NAME VALUE".
std::vector<std::string> values_of(const std::string& text, std::string_view name);

}  // namespace wattline::trainstep
