// SPDX-License-Identifier: Apache-2.0
// Rows of a small board, and what the page shows of them.
#pragma once
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "wattop/board_model.hpp"
#include "wattop/page.hpp"

namespace wattline::test {

inline wattop::RailSample a_power_row(double second, const std::string& rail, std::optional<double> watts) {
  return {{1000 + second, second}, rail, rail == "TOTAL" ? "total" : "part", "measured", watts, false};
}

inline wattop::LoadSample a_load_row(double second) {
  wattop::LoadSample row;
  row.time = {1000 + second, second};
  row.source = "measured";
  row.load.cpu_pct = 25;
  row.load.cpu_khz = 1190400;
  row.load.gpu_pct = 99.5;
  row.load.gpu_hz = 905250000;
  row.load.oc_events = 3;
  row.load.zone_temps = "cpu=40.5,PMIC-Die=100.0,gpu=51.0";
  row.load.temp_max_c = 51;
  row.load.core_pct = {100, NAN, 0};
  return row;
}

inline io::Meta a_power_meta() {
  return {{"model", "A Board"},   {"l4t", "r36.4.3"},           {"mode_start", "4c/1190400k/905250k/2133000k"},
          {"clocks_pinned", "1"}, {"rail.TOTAL.window_s", "0"}, {"rail.TOTAL.error_w", "0.5"}};
}

// A second of 10 W and 4 W.
inline wattop::BoardModel a_board() {
  wattop::BoardModel model;
  model.take_power_meta(a_power_meta());
  for (const double second : {0.0, 1.0}) {
    model.take(a_power_row(second, "VDD_CPU", 4));
    model.take(a_power_row(second, "TOTAL", 10));
    model.take(a_load_row(second));
  }
  return model;
}

inline std::string text_of(const std::vector<wattop::StyledLine>& lines) {
  std::string text;
  for (const wattop::StyledLine& line : lines) text += line.plain() + "\n";
  return text;
}

}  // namespace wattline::test
