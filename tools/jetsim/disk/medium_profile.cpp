// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/medium_profile.hpp"

namespace wattline::jetsim {

namespace {

constexpr std::int64_t kUs = 1'000;
constexpr std::int64_t kMegabyte = 1'000'000;

// A USB disk at 5400 rpm: half a revolution is 5.5 ms. A data set fills a small part of the disk, where a seek takes
// about 2.5 ms: 1 ms from track to track, 20 ms over the whole disk (Hitachi Travelstar 5K320, OEM
// specification, 4.4.2), and in between it grows with the root of the distance. USB mass storage has no queue. A disk
// at 7200 rpm reads 140 MB/s at 1421 kbit per inch (Seagate Constellation ES, product manual, 3.4); 5400 rpm make three
// quarters of it.
MediumProfile hdd() {
  return {"hdd", 8000 * kUs, 105 * kMegabyte, 1, "sd"};
}

// 1500 random reads per second: Application Performance Class 1 (SD Physical Layer Specification 5.1). No queue before
// class A2, which needs a host that supports it. 100 MB/s: the UHS-I bus (SDR104), less its protocol.
MediumProfile sd() {
  return {"sd", 625 * kUs, 100 * kMegabyte, 1, "mmcblk"};
}

// Samsung eMMC 5.1 (announcement of February 2015): 250 MB/s, 11,000 random reads per second with its command queue.
MediumProfile emmc() {
  return {"emmc", 165 * kUs, 250 * kMegabyte, 2, "mmcblk"};
}

// Samsung 850 EVO 250 GB, SATA (data sheet): 540 MB/s; random reads 10,000 per second at queue depth 1, 97,000 at 32.
MediumProfile ssd() {
  return {"ssd", 92 * kUs, 540 * kMegabyte, 10, "sd"};
}

// Samsung 970 EVO Plus 250 GB, PCIe 3.0 x4 (data sheet): 3500 MB/s; random reads 17,000 per second at queue depth 1,
// 250,000 at 32.
MediumProfile nvme() {
  return {"nvme", 57'600, 3500 * kMegabyte, 15, "nvme"};
}

}  // namespace

const std::vector<MediumProfile>& medium_profiles() {
  static const std::vector<MediumProfile> all{hdd(), sd(), emmc(), ssd(), nvme()};
  return all;
}

}  // namespace wattline::jetsim
