// SPDX-License-Identifier: Apache-2.0
// Writes kernel attributes, retries those that are busy, and keeps a list of the refused writes.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "io/root.hpp"

namespace wattline::platform {

// A write that the kernel refused.
struct RefusedWrite {
  std::string path;  // as the machine names it
  std::string text;
  int error;
};

class AttributeWriter {
 public:
  AttributeWriter(const io::Root& root, Clock& clock) : root_(root), clock_(clock) {}

  // Writes `text` as it is and returns whether that succeeded; a refusal is added to refused(). After EBUSY the write
  // is repeated for up to 200 ms, because cpufreq files are busy during a CPU hotplug (cpus_read_trylock in cpufreq.c).
  bool write(const std::string& machine_path, std::string_view text);
  bool write(const std::string& machine_path, std::int64_t value);

  // Adds to refused() what was refused in another way than by a write.
  void refuse(const std::string& object, const std::string& text, int error) {
    refused_.push_back({object, text, error});
  }

  const std::vector<RefusedWrite>& refused() const { return refused_; }
  void forget_refused() { refused_.clear(); }

  // Called after every successful write.
  std::function<void(const std::string& path, std::string_view text)> on_write;

 private:
  const io::Root& root_;
  Clock& clock_;
  std::vector<RefusedWrite> refused_;
};

}  // namespace wattline::platform
