// SPDX-License-Identifier: Apache-2.0
// Changes the averaging of INA3221 chips for a limited time.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/not_copyable.hpp"
#include "io/fd.hpp"
#include "io/root.hpp"

namespace wattline::platform {

// Sets `samples` of every chip, and restores the earlier value when it goes away. The over-current warning of the
// boards acts on the averaged value, so it must not stay changed. Processes that set the same value share it: the last
// one restores. The earlier values are noted in a file, so that the next user restores what a killed one left.
class ChipSamples : NotCopyable {
 public:
  // `note`: the file of the earlier values. Throws unavailable without a chip that can be set, try_later while another
  // process has set another value, no_permission when the user may not, and an I/O error when a chip reads back another
  // value.
  ChipSamples(const io::Root& root, std::int64_t samples, const std::string& note);
  ~ChipSamples();

 private:
  struct Chip {
    std::string file;    // its attribute
    std::string before;  // the value before the first user
  };
  void take_before(bool alone);
  void set(const std::string& file) const;
  void leave();
  std::string samples_, note_;
  io::Fd turn_;   // locked while a user comes or goes
  io::Fd users_;  // locked by all users, shared
  std::vector<Chip> chips_;
};

}  // namespace wattline::platform
