// SPDX-License-Identifier: Apache-2.0
// Writes to kernel attributes, with the patience that some of them need.
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

  // Writes `text` as it is. EBUSY is tried again for 200 ms, because a CPU hotplug under way blocks cpufreq files
  // that long (cpus_read_trylock in cpufreq.c). A refusal is kept in refused(); true = written.
  bool write(const std::string& machine_path, std::string_view text);
  bool write(const std::string& machine_path, std::int64_t value);

  // Something that was asked for otherwise and refused, for the same report.
  void refuse(const std::string& object, const std::string& text, int error) {
    refused_.push_back({object, text, error});
  }

  const std::vector<RefusedWrite>& refused() const { return refused_; }
  void forget_refused() { refused_.clear(); }

  // Sees every write that was done.
  std::function<void(const std::string& path, std::string_view text)> on_write;

 private:
  const io::Root& root_;
  Clock& clock_;
  std::vector<RefusedWrite> refused_;
};

}  // namespace wattline::platform
