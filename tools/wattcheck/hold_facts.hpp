// SPDX-License-Identifier: Apache-2.0
// The part of a job that pmtune ran in the mode that it had found: the longest time that it held one mode.
#pragma once
#include <optional>
#include <string>

#include "wattcheck/recorded_rows.hpp"

namespace wattline::wattcheck {

// A row of pmtune.
struct TunedWindow {
  double start_s = 0, end_s = 0;
  bool holds = false;
  std::string mode;
  Place place;
};

struct HeldMode {
  Span span;
  std::string mode;
  Place place;  // of its first window
};

class HoldFacts {
 public:
  void add(const TunedWindow& window);
  // Empty if no mode was held.
  const std::optional<HeldMode>& longest() const { return longest_; }

 private:
  std::optional<HeldMode> current_, longest_;
};

}  // namespace wattline::wattcheck
