// SPDX-License-Identifier: Apache-2.0
// A line on the terminal at each change of the phase. The command prints there, too, so no line is drawn over.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "pmtune/rows.hpp"

namespace wattline::pmtune {

class PhaseNotes {
 public:
  explicit PhaseNotes(bool shows) : shows_(shows) {}
  // Prints what follows the window, if that is another phase.
  void add(const TuneRow& row);
  // The line; empty if the phase goes on.
  std::string text(const TuneRow& row);

 private:
  bool shows_;
  std::optional<std::int64_t> start_ns_;
  int explored_ = 0;
  std::string phase_ = "explore";
};

}  // namespace wattline::pmtune
