// SPDX-License-Identifier: Apache-2.0
// The words of the column `flag` of profile rows. pmsweep writes them; readers of profile tables judge profiles by
// them.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>

namespace wattline::io::profile_flag {

inline constexpr const char* kOk = "ok";
inline constexpr const char* kHot = "hot";                // the board had not cooled down when the run began
inline constexpr const char* kThrottled = "throttled";    // the board counted over-current events
inline constexpr const char* kUnsettled = "unsettled";    // power had not settled within the limit
inline constexpr const char* kNeighbours = "neighbours";  // contradicts the profiles of the modes around it
inline constexpr const char* kSentinel = "sentinel";      // a sentinel run
inline constexpr const char* kClocks = "clocks";          // the mode changed during the run

// Whether a profile with this flag was made in its own mode: it is less certain, but not wrong.
inline bool keeps_mode(std::string_view word) {
  constexpr std::array<std::string_view, 6> kMild{kOk, kHot, kThrottled, kUnsettled, kNeighbours, kSentinel};
  return std::find(kMild.begin(), kMild.end(), word) != kMild.end();
}

}  // namespace wattline::io::profile_flag
