// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/watch_facts.hpp"

#include <tuple>

namespace wattline::wattcheck {

void WatchFacts::add(const WatchEvent& event, const Span& phase) {
  const auto object = std::make_pair(event.knob, event.object);
  if (event.status == "deviates" && event.start_s <= phase.end_s) deviating_.emplace(object, event);
  if (event.status != "follows" || event.start_s >= phase.start_s) return;
  const auto left = deviating_.find(object);
  if (left != deviating_.end() && left->second.start_s < event.start_s)
    deviating_.erase(left);  // over before the phase
}

const WatchEvent* WatchFacts::first(bool overcurrent) const {
  const auto place = [](const WatchEvent& event) { return std::make_tuple(event.place.file, event.place.line); };
  const WatchEvent* found = nullptr;
  for (const auto& [object, event] : deviating_) {
    if ((event.knob == kOvercurrent) != overcurrent) continue;
    if (found == nullptr || place(event) < place(*found)) found = &event;
  }
  return found;
}

}  // namespace wattline::wattcheck
