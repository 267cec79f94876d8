// SPDX-License-Identifier: Apache-2.0
// The options of sampling.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/sampling.hpp"

namespace wattline::powerlog {

struct MarkOptions {
  std::string out;       // file of mark rows
  std::string fifo;      // each line read from it is a mark; made when it does not exist
  std::string lines;     // each line of the command's output that matches this expression is a mark
  std::string gpio;      // input line CHIP:LINE, each edge of which is a mark
  bool gate = false;     // that line starts (rising) and stops (falling) the log instead
  std::string gpio_out;  // output line CHIP:LINE, high from a mark to the next tick
};

// A sum that another program calls the total.
enum class ExtraTotal { jtop_4_1 };

struct Options {
  cli::SamplingOptions sampling;
  bool interval_given = false;     // the user chose sampling.schedule.interval_ns
  std::vector<std::string> rails;  // empty = all, and TOTAL
  MarkOptions marks;
  bool sensor_required = false;   // a command is not run on a machine without a power sensor
  bool regular = false;           // equal times between readings, whatever the sensor
  bool strict = false;            // refuse to sample faster than the sensor converts
  std::int64_t chip_samples = 0;  // conversions that the chips average during the run; 0 = leave it
  std::int64_t idle_ns = 0;       // length of the idle baseline before the log
  std::optional<ExtraTotal> extra_total;
  std::string board;        // whose rule gives the total; empty = as the machine or its rails tell
  std::string calibration;  // file of rail, gain, offset_w
  std::string prometheus;   // file for the textfile collector of node_exporter; empty = none
};

void declare(cli::App& app, Options& options);
// Refuses options that do not go together, before anything is opened.
void check(const Options& options, const cli::Context& context);

}  // namespace wattline::powerlog
