// SPDX-License-Identifier: Apache-2.0
#include "powerlog/foreign_format.hpp"

#include <optional>

#include "base/error.hpp"
#include "platform/load/tegrastats.hpp"

namespace wattline::powerlog {

namespace {

bool has(std::string_view line, std::string_view text) {
  return line.find(text) != std::string_view::npos;
}

std::optional<ImportFormat> format_of(std::string_view line) {
  if (platform::parse_tegrastats(line)) return ImportFormat::tegrastats;
  const bool has_adc = has(line, " current(") || has(line, " volt(");
  if (has_adc && has(line, ")=")) return ImportFormat::pmic;
  const bool has_jtop = has(line, "power cur") || has(line, "Power TOT");
  if (has_jtop && has(line, "time")) return ImportFormat::jtop;
  if (has(line, "\"resultType\"")) return ImportFormat::prometheus;
  if (has(line, "metric") && has(line, "timestamp") && has(line, "resource_kind")) return ImportFormat::alumet;
  if (has(line, "CPU Utilization") && has(line, "CPU Power")) return ImportFormat::powerjoular;
  return std::nullopt;
}

}  // namespace

void refuse_other_format(const std::string& file, std::string_view line, ImportFormat chosen) {
  const auto format = format_of(line);
  if (!format || *format == chosen) return;
  const std::string name = to_string(*format);
  throw data_error(file + ": looks like " + name + ", not " + to_string(chosen),
                   "powerlog import " + name + " reads it");
}

}  // namespace wattline::powerlog
