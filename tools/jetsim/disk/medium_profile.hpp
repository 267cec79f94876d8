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

// Each with the sources of its numbers, in the order of --help.
const std::vector<MediumProfile>& medium_profiles();

}  // namespace wattline::jetsim
