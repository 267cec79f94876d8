// SPDX-License-Identifier: Apache-2.0
// The averaging of INA3221 chips, changed for a while.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "io/root.hpp"

namespace wattline::platform {

// Sets `samples` of every chip and puts the old value back when it goes away. The over-current warning of the boards
// acts on the averaged value, so it must not stay changed.
class ChipSamples {
 public:
  // Throws unavailable without a chip that can be set, no_permission when the user may not, and an I/O error when a
  // chip reads back another value.
  ChipSamples(const io::Root& root, std::int64_t samples);
  ~ChipSamples();
  ChipSamples(const ChipSamples&) = delete;
  ChipSamples& operator=(const ChipSamples&) = delete;

 private:
  void set(const std::string& file, std::int64_t samples);
  void restore();
  std::vector<std::pair<std::string, std::string>> before_;  // file, text
};

}  // namespace wattline::platform
