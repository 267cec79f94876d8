// SPDX-License-Identifier: Apache-2.0
// CPU use from /proc/stat (proc(5)) and clocks from cpufreq.
#pragma once
#include <string>
#include <vector>

#include "io/attribute.hpp"
#include "io/reused_file.hpp"
#include "platform/load/load_row.hpp"
#include "platform/mode/cpu.hpp"

namespace wattline::platform {

class CpuLoad {
 public:
  CpuLoad(const io::Root& root, const Cpus& cpus);
  void read(LoadRow& row);

 private:
  struct Ticks {
    double busy = 0, total = 0;
  };
  struct Clock {
    std::string path;
    std::vector<int> cpus;
    io::Attribute file;
  };
  void read_use(LoadRow& row);
  void read_clocks(LoadRow& row);
  double use_since(Ticks& last, const Ticks& now);
  io::ReusedFile stat_;
  std::vector<Clock> clocks_;
  Ticks all_;
  std::vector<Ticks> cores_;
  std::vector<bool> online_;
};

}  // namespace wattline::platform
