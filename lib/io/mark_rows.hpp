// SPDX-License-Identifier: Apache-2.0
// The rows of marks, which `powerlog --marks-out` writes: the first and the last are of the log itself.
#pragma once
#include <optional>
#include <string_view>

#include "io/tsv_row.hpp"

namespace wattline::io {

// Labels and origin of the rows of the log itself.
inline constexpr const char* kLogStarts = "start";
inline constexpr const char* kLogEnds = "end";
inline constexpr const char* kOfLog = "log";

enum class MarkKind { log_starts, mark, log_ends };

class MarkColumns {
 public:
  // Whether these are marks: instants with a label, and no intervals.
  static bool in(const TsvRow& header) {
    return header.find("label") && header.find("mono_s") && !header.find("start_mono_s");
  }
  explicit MarkColumns(const TsvRow& header) : label_(header.find("label")), origin_(header.find("origin")) {}
  MarkKind kind(const TsvRow& row) const {
    if (!origin_ || row.field(*origin_) != kOfLog) return MarkKind::mark;
    return label(row) == kLogStarts ? MarkKind::log_starts : MarkKind::log_ends;
  }
  std::string_view label(const TsvRow& row) const { return label_ ? row.field(*label_) : std::string_view(); }

 private:
  std::optional<std::size_t> label_, origin_;
};

}  // namespace wattline::io
