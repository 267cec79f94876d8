// SPDX-License-Identifier: Apache-2.0
// Disks that are attached to an emulated board by the processes that serve them.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace wattline::jetsim {

struct EmulatedDisk {
  std::string name;    // "sda"
  std::string device;  // "0:57"
  std::uint64_t bytes = 0;
  // Reads, sectors, ms of reads, reads in flight, busy ms, weighted ms (Documentation/admin-guide/iostats.rst).
  std::array<std::int64_t, 6> counters{};

  // The 11 fields of /sys/class/block/NAME/stat; nothing was written.
  std::string stat_text() const;
};

class EmulatedDisks {
 public:
  // A disk that lives as long as the result. Its name is the next free one of its kind (sd, mmcblk or nvme); null when
  // there is no such kind.
  std::shared_ptr<EmulatedDisk> attach(const std::string& kind, const std::string& device, std::uint64_t bytes);
  // The lines of /proc/diskstats.
  std::string diskstats_text() const;

 private:
  bool has(const std::string& name) const;
  std::vector<std::weak_ptr<EmulatedDisk>> disks_;
};

}  // namespace wattline::jetsim
