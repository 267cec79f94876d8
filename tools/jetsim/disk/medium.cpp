// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/medium.hpp"

#include <algorithm>

namespace wattline::jetsim {

Medium::Medium(const MediumProfile& profile) : profile_(profile) {
  for (int i = 0; i < profile.queue; ++i) free_.push(INT64_MIN);
}

void Medium::submit(const DiskRequest& request) {
  if (free_.empty()) {
    waiting_.push_back(request);
    return;
  }
  const std::int64_t free_since = free_.top();
  free_.pop();
  start(request, std::max(request.arrival_ns, free_since));
}

void Medium::start(const DiskRequest& request, std::int64_t now_ns) {
  const bool continues = request.file == head_file_ && request.offset == head_offset_;
  head_file_ = request.file;
  head_offset_ = request.offset + request.bytes;
  accessing_.push({now_ns + (continues ? 0 : profile_.latency_ns), started_++, request});
}

void Medium::begin_transfer() {
  const Access& first = at_bus_.front();
  const double transfer_ns =
      1e9 * static_cast<double>(first.request.bytes) / static_cast<double>(profile_.bandwidth_b_per_s);
  bus_end_ns_ = std::max(bus_end_ns_, first.end_ns) + static_cast<std::int64_t>(transfer_ns);
}

ServedRequest Medium::end_transfer() {
  const ServedRequest served{at_bus_.front().request, bus_end_ns_};
  at_bus_.pop_front();
  if (!at_bus_.empty()) begin_transfer();
  if (waiting_.empty()) {
    free_.push(served.end_ns);
  } else {
    start(waiting_.front(), std::max(waiting_.front().arrival_ns, served.end_ns));
    waiting_.pop_front();
  }
  return served;
}

std::int64_t Medium::next_event_ns() const {
  const std::int64_t access = accessing_.empty() ? kNever : accessing_.top().end_ns;
  return at_bus_.empty() ? access : std::min(access, bus_end_ns_);
}

std::vector<ServedRequest> Medium::advance(std::int64_t now_ns) {
  std::vector<ServedRequest> served;
  for (std::int64_t event; (event = next_event_ns()) <= now_ns && event != kNever;) {
    if (!at_bus_.empty() && bus_end_ns_ == event) {
      served.push_back(end_transfer());
      continue;
    }
    at_bus_.push_back(accessing_.top());
    accessing_.pop();
    if (at_bus_.size() == 1) begin_transfer();
  }
  return served;
}

}  // namespace wattline::jetsim
