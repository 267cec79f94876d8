// SPDX-License-Identifier: Apache-2.0
#include "jetsim/board/emulated_disks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wattline::jetsim {

namespace {

// As the kernel counts disks of a kind. The board's own disk is nvme0n1.
std::string disk_name(const std::string& kind, int number) {
  if (kind == "sd") return kind + static_cast<char>('a' + number);
  if (kind == "mmcblk") return kind + std::to_string(number);
  return kind == "nvme" ? kind + std::to_string(number + 1) + "n1" : "";
}

}  // namespace

std::string EmulatedDisk::stat_text() const {
  return fmt::format("{} 0 {} {} 0 0 0 0 {} {} {}", counters[0], counters[1], counters[2], counters[3], counters[4],
                     counters[5]);
}

bool EmulatedDisks::has(const std::string& name) const {
  return std::any_of(disks_.begin(), disks_.end(), [&](const auto& entry) {
    const auto disk = entry.lock();
    return disk && disk->name == name;
  });
}

std::shared_ptr<EmulatedDisk> EmulatedDisks::attach(const std::string& kind, const std::string& device,
                                                    std::uint64_t bytes) {
  constexpr int kMost = 26;
  disks_.erase(std::remove_if(disks_.begin(), disks_.end(), [](const auto& entry) { return entry.expired(); }),
               disks_.end());
  int number = 0;
  while (number < kMost && has(disk_name(kind, number))) ++number;
  const std::string name = number < kMost ? disk_name(kind, number) : "";
  if (name.empty()) return nullptr;
  auto disk = std::make_shared<EmulatedDisk>(EmulatedDisk{name, device, bytes});
  disks_.push_back(disk);
  return disk;
}

std::string EmulatedDisks::diskstats_text() const {
  std::string text;
  for (const auto& entry : disks_) {
    const auto disk = entry.lock();
    if (!disk) continue;
    const std::size_t colon = disk->device.find(':');
    text += fmt::format("{:>4} {:>7} {} {}\n", disk->device.substr(0, colon), disk->device.substr(colon + 1),
                        disk->name, disk->stat_text());
  }
  return text;
}

}  // namespace wattline::jetsim
