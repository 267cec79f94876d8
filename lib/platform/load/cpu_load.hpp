// SPDX-License-Identifier: Apache-2.0
// CPU use from /proc/stat (proc(5)) and clocks from cpufreq.
#pragma once
#include <cmath>
#include <cstdint>
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
  void read(LoadRow& row, std::int64_t mono_ns);

 private:
  struct Ticks {
    double busy = NAN, idle = NAN;
    std::int64_t mono_ns = 0;
  };
  struct Clock {
    std::string path;
    std::vector<int> cpus;
    io::Attribute file;
  };
  void read_use(LoadRow& row, std::int64_t mono_ns);
  void read_clocks(LoadRow& row);
  // NaN where ticks went back, as those of idle cores may (proc(5), iowait), or grew by more than `cores` can count.
  static double use_since(Ticks& last, const Ticks& now, std::size_t cores);
  io::ReusedFile stat_;
  std::vector<Clock> clocks_;
  Ticks all_;
  std::vector<Ticks> cores_;
  std::vector<bool> online_;
};

}  // namespace wattline::platform
