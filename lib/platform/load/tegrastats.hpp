// SPDX-License-Identifier: Apache-2.0
// Lines of NVIDIA's tegrastats, from L4T r28 to r39. No document describes the whole format; see the Jetson Linux
// Developer Guide, "tegrastats Utility", and the fixtures of the tests.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/lines.hpp"
#include "platform/load/load_row.hpp"

namespace wattline::platform {

struct TegrastatsLine {
  std::optional<double> time_s;  // from JetPack 5 on
  struct Power {
    std::string rail;
    double power_w;  // of this moment; the mean since its start that tegrastats adds is left out
  };
  std::vector<Power> rails;
  LoadRow load;
};

// Empty for a line that has none of its tokens.
std::optional<TegrastatsLine> parse_tegrastats(std::string_view line);

// The lines of tegrastats in a file; others are passed over.
class TegrastatsReader {
 public:
  // "-" is standard input. Throws when the file cannot be opened.
  explicit TegrastatsReader(const std::string& path) : lines_(path) {}
  // False at the end of the file. Throws a data error there when it held no such line.
  bool next(TegrastatsLine& line);
  const io::LineReader& file() const { return lines_; }

 private:
  io::LineReader lines_;
  bool found_ = false;
};

}  // namespace wattline::platform
