// SPDX-License-Identifier: Apache-2.0
// What the rows of `pmode watch` say of the counted phase, added up row by row.
#pragma once
#include <map>
#include <string>
#include <utility>

#include "wattcheck/recorded_rows.hpp"

namespace wattline::wattcheck {

// Over-current events are a knob of pmode watch that is none of the mode's.
inline constexpr const char* kOvercurrent = "overcurrent";

class WatchFacts {
 public:
  void add(const WatchEvent& event, const Span& phase);
  // The first row by which a knob was out of the mode in the phase, or by which an over-current event happened; null if
  // there is none.
  const WatchEvent* first_deviation() const { return first(false); }
  const WatchEvent* first_overcurrent() const { return first(true); }

 private:
  const WatchEvent* first(bool overcurrent) const;
  std::map<std::pair<std::string, std::string>, WatchEvent> deviating_;  // by knob and object
};

}  // namespace wattline::wattcheck
