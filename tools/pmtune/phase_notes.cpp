// SPDX-License-Identifier: Apache-2.0
#include "pmtune/phase_notes.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "base/units.hpp"

namespace wattline::pmtune {

std::string PhaseNotes::text(const TuneRow& row) {
  if (!start_ns_) start_ns_ = row.start_ns;
  explored_ += row.phase == model::TunePhase::hold ? 0 : 1;
  if (row.decision == phase_ || row.decision == "end") return "";
  phase_ = row.decision;
  const double now_s = to_seconds(row.end_ns - *start_ns_);
  if (phase_ == "hold") return fmt::format("{:.0f} s: {} windows explored; holds: {}", now_s, explored_, row.reason);
  return fmt::format("{:.0f} s: explores again: {}", now_s, row.reason);
}

void PhaseNotes::add(const TuneRow& row) {
  const std::string line = text(row);
  if (shows_ && !line.empty()) std::fprintf(stderr, "pmtune: %s\n", line.c_str());
}

}  // namespace wattline::pmtune
