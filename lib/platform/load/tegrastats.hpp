// SPDX-License-Identifier: Apache-2.0
// Lines of NVIDIA's tegrastats, from L4T r28 to r39. No document describes the whole format; see the Jetson Linux
// Developer Guide, "tegrastats Utility", and the fixtures of the tests.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/timestamp.hpp"
#include "io/lines.hpp"
#include "platform/load/load_row.hpp"
#include "platform/load/tegrastats_rails.hpp"

namespace wattline::platform {

struct TegrastatsLine {
  WrittenTime time;  // in front of the line: tegrastats' own from JetPack 5 on, or that of what kept it
  std::vector<TegrastatsPower> rails;
  std::vector<std::string> not_understood;  // what has a unit of power, and is no rail
  LoadRow load;
};

// Empty for a line that has no memory and no cores in it, and so is not a whole one of tegrastats.
std::optional<TegrastatsLine> parse_tegrastats(std::string_view line);

// The lines of tegrastats in a file; others are passed over.
class TegrastatsReader {
 public:
  // "-" is standard input. Throws when the file cannot be opened.
  explicit TegrastatsReader(const std::string& path) : lines_(path) {}
  bool next(TegrastatsLine& line);  // false at the end of the file
  // Throws a data error when next() found no such line.
  void require_found() const;
  const io::LineReader& file() const { return lines_; }
  // Lines that were passed over, and of them, those with a power in them.
  long long other() const { return other_ + other_power_; }
  long long other_power() const { return other_power_; }
  // The begin of the first of them.
  const std::string& first_other() const { return first_other_; }

 private:
  io::LineReader lines_;
  bool found_ = false;
  std::string first_other_;
  long long other_ = 0, other_power_ = 0;
};

}  // namespace wattline::platform
