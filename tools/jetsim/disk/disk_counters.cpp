// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/disk_counters.hpp"

#include "base/units.hpp"

namespace wattline::jetsim {

namespace {

constexpr std::int64_t kSectorBytes = 512;

std::int64_t whole_ms(std::int64_t ns) {
  return ns / static_cast<std::int64_t>(kNsPerMs);
}

}  // namespace

// A time before the last one counts as the last one.
void DiskCounters::pass_to(std::int64_t now_ns) {
  if (now_ns <= last_ns_) return;
  if (in_flight_ > 0) {
    busy_ns_ += now_ns - last_ns_;
    weighted_ns_ += in_flight_ * (now_ns - last_ns_);
  }
  last_ns_ = now_ns;
}

void DiskCounters::begin(std::int64_t now_ns) {
  pass_to(now_ns);
  ++in_flight_;
}

void DiskCounters::end(std::int64_t now_ns, std::int64_t arrival_ns, std::uint64_t bytes) {
  pass_to(now_ns);
  --in_flight_;
  ++reads_;
  bytes_ += static_cast<std::int64_t>(bytes);
  read_ns_ += now_ns - arrival_ns;
}

DiskCounters::Values DiskCounters::values(std::int64_t now_ns) {
  pass_to(now_ns);
  return {reads_, bytes_ / kSectorBytes, whole_ms(read_ns_), in_flight_, whole_ms(busy_ns_), whole_ms(weighted_ns_)};
}

}  // namespace wattline::jetsim
