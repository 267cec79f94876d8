// SPDX-License-Identifier: Apache-2.0
// Whether rows are missing between two: the time between them is far longer than any before it.
#pragma once
#include <algorithm>

#include "base/rail_track.hpp"

namespace wattline::joules {

class RowPauses {
 public:
  bool is_pause(double gap_s) {
    if (usual_s_ > 0 && gap_s > std::max(kMaxGapS, kLonger * usual_s_)) return true;
    usual_s_ = std::max(usual_s_, gap_s);
    return false;
  }

 private:
  static constexpr double kLonger = 3;
  double usual_s_ = 0;  // longest time between two rows so far
};

}  // namespace wattline::joules
