// SPDX-License-Identifier: Apache-2.0
#include "io/setting_columns.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"

namespace wattline::io {

namespace {

constexpr double kMostCores = 1024;
// A thousandth of a usual clock and a thousand times one, as values in another unit are, lie outside.
constexpr double kLowestHz = 5e6, kHighestHz = 2e10;
constexpr double kLowestUsualHz = 5e7, kHighestUsualHz = 6e9;

struct Clock {
  const char *stem, *name;
};
constexpr Clock kCpu{"cpu", "CPU"}, kGpu{"gpu", "GPU"}, kEmc{"emc", "memory"};

bool is_possible(double hz) {
  return hz >= kLowestHz && hz <= kHighestHz;
}

std::string describe(const Clock& clock, double hz) {
  return fmt::format("a {} clock of {:g} MHz", clock.name, hz * 1e-6);
}

// "1200 MHz is a usual clock: ..."; empty where the value is none in any unit.
std::string unit_hint(const Clock& clock, std::string_view text, double value) {
  for (const auto& [unit, hz] : {std::pair{"Hz", 1.}, {"kHz", 1e3}, {"MHz", 1e6}, {"GHz", 1e9}}) {
    if (value * hz < kLowestUsualHz || value * hz > kHighestUsualHz) continue;
    std::string column = fmt::format("{}_{}", clock.stem, unit);
    for (char& c : column) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return fmt::format("{} {} is a usual clock: if it is meant, call the column {}", text, unit, column);
  }
  return {};
}

[[noreturn]] void fail(const TsvRow& row, std::size_t column, const std::string& problem,
                       const std::string& hint = {}) {
  throw data_error(row.name() + ": line " + std::to_string(row.line_number()) + ": " + row.names()[column] + " is '" +
                       std::string(row.field(column).substr(0, 60)) + "': " + problem,
                   hint);
}

std::optional<double> positive(const TsvRow& row, std::size_t column) {
  const auto value = row.number(column);
  if (value && !(*value > 0)) fail(row, column, "must be positive");
  return value;
}

std::optional<std::int64_t> read_cores(const TsvRow& row, const std::optional<std::size_t>& column) {
  const auto value = column ? positive(row, *column) : std::nullopt;
  if (!value) return std::nullopt;
  if (*value > kMostCores) fail(row, *column, "no board has so many cores");
  if (*value != std::floor(*value)) fail(row, *column, "not a whole number");
  return std::llround(*value);
}

std::optional<std::int64_t> read_clock(const TsvRow& row, const std::optional<ClockColumn>& at, const Clock& clock,
                                       double hz_per_unit) {
  const auto value = at ? positive(row, at->column) : std::nullopt;
  if (!value) return std::nullopt;
  const double hz = *value * at->hz_per_unit;
  if (!is_possible(hz))
    fail(row, at->column, "no board has " + describe(clock, hz), unit_hint(clock, row.field(at->column), *value));
  return std::llround(hz / hz_per_unit);
}

}  // namespace

SettingColumns find_settings(const TsvRow& table) {
  return {table.find("cores"), find_clock(table.names(), kCpu.stem), find_clock(table.names(), kGpu.stem),
          find_clock(table.names(), kEmc.stem)};
}

PowerMode read_settings(const TsvRow& row, const SettingColumns& columns) {
  return {read_cores(row, columns.cores), read_clock(row, columns.cpu, kCpu, 1e3),
          read_clock(row, columns.gpu, kGpu, 1), read_clock(row, columns.emc, kEmc, 1)};
}

std::string impossible_setting(const PowerMode& mode) {
  if (mode.cores && double(*mode.cores) > kMostCores) return std::to_string(*mode.cores) + " cores";
  for (const auto& [clock, hz] : {std::pair{kCpu, mode.cpu_khz ? double(*mode.cpu_khz) * 1e3 : kLowestHz},
                                  {kGpu, double(mode.gpu_hz.value_or(kLowestHz))},
                                  {kEmc, double(mode.emc_hz.value_or(kLowestHz))}}) {
    if (!is_possible(hz)) return describe(clock, hz);
  }
  return {};
}

}  // namespace wattline::io
