// SPDX-License-Identifier: Apache-2.0
#include "base/power_mode.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"

namespace wattline {

namespace {

// A TX2 has CPU steps of 154 MHz: 1.2G is 5.6 % from the nearest.
constexpr double kSnapTolerance = 0.06;
constexpr std::int64_t kHzPerKhz = 1000;
constexpr std::int64_t kLeastClock_hz = 1'000'000;  // lower than any clock of a board

std::string knob_text(const std::optional<std::int64_t>& hz, std::int64_t hz_per_unit) {
  return hz ? format_frequency(*hz * hz_per_unit) : "-";
}

// Names of modes ignore case, and so do modes. The suffixes of clocks are k, M and G, and m is no unit of them.
std::string in_one_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::string with_units(const std::string& lower) {
  std::string text = ends_with(lower, "hz") ? lower.substr(0, lower.size() - 2) : lower;
  if (!text.empty() && text.back() != 'k' && text.back() >= 'a' && text.back() <= 'z')
    text.back() = static_cast<char>(text.back() - 'a' + 'A');
  return text;
}

std::optional<Field> parse_word(const std::string& text) {
  if (text == "-") return Field{Field::Kind::keep, 0};
  if (text == "min") return Field{Field::Kind::min, 0};
  if (text == "max") return Field{Field::Kind::max, 0};
  return std::nullopt;
}

Field parse_cores(std::string_view text) {
  const std::string lower = in_one_case(text);
  if (const auto word = parse_word(lower)) return *word;
  std::string_view digits = lower;
  if (!digits.empty() && digits.back() == 'c') digits.remove_suffix(1);
  const auto value = to_int64(digits);
  if (!value || *value < 1) {
    throw usage_error("'" + std::string(text) + "': not a number of cores such as 4c, min, max or -");
  }
  return {Field::Kind::value, *value};
}

// A text that is no clock is named as it was written.
std::int64_t frequency_of(const std::string& units, std::string_view written) {
  try {
    return parse_frequency_hz(units);
  } catch (const Error&) {
    return parse_frequency_hz(written);
  }
}

Field parse_clock(std::string_view text) {
  const std::string lower = in_one_case(text);
  if (const auto word = parse_word(lower)) return *word;
  return {Field::Kind::value, frequency_of(with_units(lower), text)};
}

// The folder names of the published runs: cores_kHz_Hz_Hz.
std::optional<ModeRequest> parse_underscored(std::string_view text) {
  const auto parts = split(text, '_');
  if (parts.size() != 4) return std::nullopt;
  std::int64_t values[4];
  for (std::size_t i = 0; i < 4; ++i) {
    std::string_view part = parts[i];
    if (i == 0 && !part.empty() && (part.back() == 'c' || part.back() == 'C')) part.remove_suffix(1);
    const auto value = to_int64(part);
    if (!value || *value <= 0 || *value > std::int64_t{1} << 40) return std::nullopt;
    values[i] = *value;
  }
  ModeRequest request;
  request.cores = {Field::Kind::value, values[0]};
  request.cpu = {Field::Kind::value, values[1] * kHzPerKhz};
  request.gpu = {Field::Kind::value, values[2]};
  request.emc = {Field::Kind::value, values[3]};
  return request;
}

struct Knob {
  const char* name;
  std::int64_t hz_per_unit;  // 0 = a count, not a clock
};

std::string entry_text(std::int64_t entry, const Knob& knob) {
  return knob.hz_per_unit == 0 ? std::to_string(entry) + "c" : format_frequency(entry * knob.hz_per_unit);
}

std::string table_text(const std::vector<std::int64_t>& table, const Knob& knob) {
  std::vector<std::string> entries;
  entries.reserve(table.size());
  for (const std::int64_t entry : table) entries.push_back(entry_text(entry, knob));
  return join(entries, " ");
}

std::string asked_text(std::int64_t wanted, const Knob& knob) {
  if (knob.hz_per_unit == 0) return std::to_string(wanted) + "c";
  return format_frequency(wanted) + (wanted < kLeastClock_hz ? "Hz" : "");
}

// For a clock such as 1.2, in which the unit was probably forgotten.
std::string unit_hint(std::int64_t wanted, const Knob& knob) {
  const bool is_clock = knob.hz_per_unit != 0;
  return is_clock && wanted < kLeastClock_hz ? "a clock without k, M or G is in hertz; write 1.2G or 900M, or " : "";
}

std::int64_t snap(std::int64_t wanted, const std::vector<std::int64_t>& table, const Knob& knob, bool nearest) {
  const std::int64_t scale = std::max<std::int64_t>(knob.hz_per_unit, 1);
  const auto closer = [&](std::int64_t a, std::int64_t b) {
    return std::llabs(a * scale - wanted) < std::llabs(b * scale - wanted);
  };
  const std::int64_t best = *std::min_element(table.begin(), table.end(), closer);
  const double distance = std::fabs(static_cast<double>(best * scale - wanted));
  const bool close = knob.hz_per_unit == 0 ? distance == 0 : distance <= kSnapTolerance * static_cast<double>(wanted);
  if (!close && !nearest) {
    throw usage_error(std::string(knob.name) + ": " + asked_text(wanted, knob) + " is not in this machine's table",
                      unit_hint(wanted, knob) + "choose one of: " + table_text(table, knob) + "; the nearest is " +
                          entry_text(best, knob));
  }
  return best;
}

std::optional<std::int64_t> resolve_field(const Field& field, const std::vector<std::int64_t>& table,
                                          const std::optional<std::int64_t>& current, const Knob& knob, bool nearest) {
  if (field.kind == Field::Kind::keep) return current;
  if (table.empty()) {
    throw unavailable(std::string(knob.name) + ": this machine has no such knob", "write - for it");
  }
  if (field.kind == Field::Kind::min) return table.front();
  if (field.kind == Field::Kind::max) return table.back();
  return snap(field.value, table, knob, nearest);
}

}  // namespace

bool operator==(const PowerMode& a, const PowerMode& b) {
  return a.cores == b.cores && a.cpu_khz == b.cpu_khz && a.gpu_hz == b.gpu_hz && a.emc_hz == b.emc_hz;
}

std::string to_string(const PowerMode& mode) {
  const std::string cores = mode.cores ? std::to_string(*mode.cores) + "c" : "-";
  return cores + "/" + knob_text(mode.cpu_khz, kHzPerKhz) + "/" + knob_text(mode.gpu_hz, 1) + "/" +
         knob_text(mode.emc_hz, 1);
}

std::string to_string(const ModeRequest& request) {
  const auto text = [](const Field& field, bool is_count) -> std::string {
    if (field.kind == Field::Kind::keep) return "-";
    if (field.kind != Field::Kind::value) return field.kind == Field::Kind::min ? "min" : "max";
    return is_count ? std::to_string(field.value) + "c" : format_frequency(field.value);
  };
  return text(request.cores, true) + "/" + text(request.cpu, false) + "/" + text(request.gpu, false) + "/" +
         text(request.emc, false);
}

ModeRequest request_of_row(const PowerMode& values, std::string_view text) {
  ModeRequest request;
  try {
    request = parse_mode_request(text).value_or(ModeRequest{});
  } catch (const Error&) {
    request = {};
  }
  const auto take = [](const std::optional<std::int64_t>& value, std::int64_t hz_per_unit, Field& field) {
    if (value) field = {Field::Kind::value, *value * hz_per_unit};
  };
  take(values.cores, 1, request.cores);
  take(values.cpu_khz, kHzPerKhz, request.cpu);
  take(values.gpu_hz, 1, request.gpu);
  take(values.emc_hz, 1, request.emc);
  return request;
}

std::optional<ModeRequest> parse_mode_request(std::string_view text) {
  text = trim(text);
  if (text.empty()) return std::nullopt;
  if (text.find('/') == std::string_view::npos || text.front() == '@') return parse_underscored(text);
  const auto parts = split(text, '/');
  if (parts.size() != 4) {
    throw usage_error("'" + std::string(text) + "': a mode has four fields, CORES/CPU/GPU/EMC",
                      "for example 4c/1.2G/900M/2133M; - keeps a field");
  }
  return ModeRequest{parse_cores(parts[0]), parse_clock(parts[1]), parse_clock(parts[2]), parse_clock(parts[3])};
}

bool names_option(const std::string& mode) {
  if (mode.compare(0, 1, "-") != 0) return false;
  try {
    return !parse_mode_request(mode);
  } catch (const Error&) {
    return true;
  }
}

PowerMode resolve_mode(const ModeRequest& request, const ModeTables& tables, const PowerMode& current, bool nearest) {
  PowerMode mode;
  mode.cores = resolve_field(request.cores, tables.cores, current.cores, {"cores", 0}, nearest);
  mode.cpu_khz = resolve_field(request.cpu, tables.cpu_khz, current.cpu_khz, {"cpu", kHzPerKhz}, nearest);
  mode.gpu_hz = resolve_field(request.gpu, tables.gpu_hz, current.gpu_hz, {"gpu", 1}, nearest);
  mode.emc_hz = resolve_field(request.emc, tables.emc_hz, current.emc_hz, {"emc", 1}, nearest);
  return mode;
}

}  // namespace wattline
