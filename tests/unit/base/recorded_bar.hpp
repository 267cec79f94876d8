// SPDX-License-Identifier: Apache-2.0
// What a progress bar wrote to a terminal (tests/fixtures/progress).
#pragma once
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "base/progress_counter.hpp"

namespace wattline {

struct RecordedRead {
  double time_s = 0;
  std::string bytes;
};

inline std::vector<RecordedRead> recorded_bar(const std::string& name) {
  std::ifstream file(WATTLINE_SOURCE_DIR "/tests/fixtures/progress/" + name + ".tsv");
  std::vector<RecordedRead> reads;
  for (std::string line; std::getline(file, line);) {
    RecordedRead read{std::strtod(line.c_str(), nullptr), ""};
    for (std::size_t i = line.find('\t') + 1; i < line.size(); ++i) {
      const bool escaped = line[i] == '\\';
      read.bytes += escaped ? static_cast<char>(std::stoi(line.substr(i + 2, 2), nullptr, 16)) : line[i];
      if (escaped) i += 3;
    }
    reads.push_back(read);
  }
  return reads;
}

// The intervals of a bar that is fed as it was read, or in parts of so many bytes.
inline std::vector<StepTiming> feed(ProgressCounter& counter, const std::vector<RecordedRead>& reads,
                                    std::size_t part = std::string::npos) {
  std::vector<StepTiming> rows;
  for (const RecordedRead& read : reads) {
    for (std::size_t at = 0; at < read.bytes.size(); at += std::min(part, read.bytes.size() - at)) {
      const double now_s = read.time_s + 1e-7 * static_cast<double>(at);
      if (const auto row = counter.feed(1, std::string_view(read.bytes).substr(at, part), now_s)) rows.push_back(*row);
    }
  }
  return rows;
}

}  // namespace wattline
