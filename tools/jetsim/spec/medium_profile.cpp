// SPDX-License-Identifier: Apache-2.0
#include "jetsim/spec/medium_profile.hpp"

#include <algorithm>
#include <cmath>

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

// The hard disk and the SD card of an AGX Xavier were slower than these (workshop paper, first epoch): with one loader
// thread, an epoch of 23,080 images of 121 kB waited 408 and 134 s, on an SSD 14.5 s; without loader threads it took
// 1060 and 925 s, on the SSD 620 s. That is 17.4 to 19.1 and 4.9 to 13.2 ms more per image.
MediumProfile slow_hdd() {
  return {"slow-hdd", 16'300 * kUs, 105 * kMegabyte, 1, "sd"};
}
MediumProfile slow_sd() {
  return {"slow-sd", 5'300 * kUs, 100 * kMegabyte, 1, "mmcblk"};
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

double ReadTime::each_ms(int threads) const {
  return std::max(alone_ms / std::clamp(threads, 1, queue), bus_ms);
}

// The files between two uses of one are those after it in the one epoch and before it in the other. With both of its
// places at random, all of them fit if the product of two random numbers is more than what does not fit.
double hit_rate(double part) {
  if (part >= 1) return 1;
  const double rest = 1 - std::max(part, 0.0);
  return part + rest * std::log(rest);
}

// Each file lies in one piece.
ReadTime read_time(const MediumProfile& medium, double files, double bytes_each) {
  const double bus_ms = 1e3 * files * bytes_each / static_cast<double>(medium.bandwidth_b_per_s);
  return {bus_ms + 1e-6 * files * static_cast<double>(medium.latency_ns), bus_ms, medium.queue};
}

const std::vector<MediumProfile>& medium_profiles() {
  static const std::vector<MediumProfile> all{hdd(), sd(), emmc(), ssd(), nvme(), slow_hdd(), slow_sd()};
  return all;
}

}  // namespace wattline::jetsim
