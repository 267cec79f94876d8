// SPDX-License-Identifier: Apache-2.0
// The contract's short names on a machine, so that one list serves boards with other tables and numbering:
//   A/FILE B/FILE C/FILE      of the first, second, third cpufreq policy
//   coresB/FILE coreB/FILE    of every core, of the first core of policy B; others/FILE: of all cores but coreA
//   gpu/FILE ina/FILE ina2/FILE emc/FILE    devfreq, the INA3221 at 0x40 and 0x41, BPMP debugfs
//   anything else is a machine path
// Values: low, high, oppN (N-th entry of the file's table, from 0), each with +K or -K; cpusB; other text as it is.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "io/root.hpp"

namespace wattline::contract {

class Machine {
 public:
  explicit Machine(const io::Root& root);

  // The paths that a short name stands for: one, or one per core.
  std::vector<fs::path> paths(const std::string& file) const;
  // The text that a value stands for when written to or read from that file.
  std::string text(const std::string& file, const std::string& value) const;
  // Whether the directories of all the file's paths exist: else the machine lacks that interface.
  bool has_interface(const std::string& file) const;

 private:
  void add_policies();
  void add_devices();
  std::int64_t entry(const std::string& interface, std::string_view name) const;

  io::Root root_;
  std::map<std::string, std::vector<fs::path>> directories_;
  std::map<std::string, std::vector<std::int64_t>> tables_;  // ascending
  std::map<std::string, std::string> cores_;                 // policy's name -> CPU list
};

}  // namespace wattline::contract
