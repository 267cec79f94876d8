// SPDX-License-Identifier: Apache-2.0
// Progress of the sweep, shown on a terminal or with -v.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "pmsweep/profile.hpp"

namespace wattline::pmsweep {

class Progress {
 public:
  Progress(bool shown, std::int64_t now_ns) : shown_(shown), start_ns_(now_ns) {}
  void add(const Profile& profile, const std::optional<long long>& left, std::int64_t now_ns);

 private:
  bool shown_;
  std::int64_t start_ns_;
  long long made_ = 0, failed_ = 0;
};

// "2 h 5 min", "40 s".
std::string format_span(double seconds);

}  // namespace wattline::pmsweep
