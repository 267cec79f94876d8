// SPDX-License-Identifier: Apache-2.0
// GPU, memory controller, memory, temperatures, fan, throttling and pressure.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/counter.hpp"
#include "io/attribute.hpp"
#include "io/reused_file.hpp"
#include "platform/board/detect_board.hpp"
#include "platform/board/thermal.hpp"
#include "platform/load/load_row.hpp"

namespace wattline::platform {

class BoardLoad {
 public:
  BoardLoad(const io::Root& root, const Board& board);
  void read(LoadRow& row, std::int64_t mono_ns);

 private:
  static constexpr double kLate_us = 1e6;  // a look may come this late on a busy machine
  // Totals in microseconds.
  struct Pressure {
    explicit Pressure(const fs::path& where) : path(where.string()), file(where) {}
    std::string path;
    io::ReusedFile file;
    Rate some{1e6, kLate_us}, full{1e6, kLate_us};
  };
  void find_engines(const io::Root& root, const Board& board);
  void find_hwmon(const io::Root& root);
  void read_engines(LoadRow& row);
  void read_memory(LoadRow& row);
  void read_zones(LoadRow& row);
  static void read_pressure(Pressure& pressure, std::int64_t mono_ns, LoadRow& row, double& some_pct, double& full_pct);
  std::vector<io::Attribute> gpu_load_, gpu_clock_, emc_activity_, emc_clock_, fan_pwm_, fan_rpm_;
  std::vector<io::Attribute> over_current_, under_voltage_;
  std::vector<ThermalZone> zones_;
  io::ReusedFile meminfo_;
  Pressure cpu_, memory_, io_;
};

}  // namespace wattline::platform
