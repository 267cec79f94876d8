// SPDX-License-Identifier: Apache-2.0
// What the kernel counts of a disk's reads (Documentation/admin-guide/iostats.rst).
#pragma once
#include <cstdint>

namespace wattline::jetsim {

class DiskCounters {
 public:
  // Counters as /proc/diskstats has them; times in ms.
  struct Values {
    std::int64_t reads = 0, sectors = 0, read_ms = 0, in_flight = 0, busy_ms = 0, weighted_ms = 0;
  };

  void begin(std::int64_t now_ns);
  void end(std::int64_t now_ns, std::int64_t arrival_ns, std::uint64_t bytes);
  Values values(std::int64_t now_ns);

 private:
  void pass_to(std::int64_t now_ns);
  std::int64_t last_ns_ = INT64_MIN;
  std::int64_t reads_ = 0, bytes_ = 0, read_ns_ = 0, in_flight_ = 0, busy_ns_ = 0, weighted_ns_ = 0;
};

}  // namespace wattline::jetsim
