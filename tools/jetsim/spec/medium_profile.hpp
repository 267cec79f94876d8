// SPDX-License-Identifier: Apache-2.0
// A storage medium as three numbers, and the media that jetsim knows.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace wattline::jetsim {

struct MediumProfile {
  std::string name;
  std::int64_t latency_ns = 0;         // of a request that does not continue the one before it
  std::int64_t bandwidth_b_per_s = 0;  // of all requests together
  int queue = 1;                       // requests that are served at a time; others wait
  std::string disk;                    // what its names on a board begin with: sd, mmcblk or nvme
};

// How long loader threads read a minibatch's samples from a medium.
struct ReadTime {
  double alone_ms = 0;  // one thread by itself
  double bus_ms = 0;    // the part of it that only one thread can have at a time
  int queue = 1;        // threads whose accesses are served at a time
  // Per minibatch, while so many threads read. 0 = the training thread.
  double each_ms(int threads) const;
};
// Of files that are read in a new order in each epoch: the share that the page cache still holds from the epoch before,
// if it holds `part` of them (1 = all) and drops what was used least recently.
double hit_rate(double part);

ReadTime read_time(const MediumProfile& medium, double files, double bytes_each);

// Each with the sources of its numbers, in the order of --help.
const std::vector<MediumProfile>& medium_profiles();

}  // namespace wattline::jetsim
