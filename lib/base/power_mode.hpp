// SPDX-License-Identifier: Apache-2.0
// A power mode: online cores, CPU clock, GPU clock, memory (EMC) clock; and its notation CORES/CPU/GPU/EMC.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wattline {

// What a machine runs at. Kernel units; a knob that the machine lacks is empty.
struct PowerMode {
  std::optional<std::int64_t> cores, cpu_khz, gpu_hz, emc_hz;
};
bool operator==(const PowerMode& a, const PowerMode& b);
inline bool operator!=(const PowerMode& a, const PowerMode& b) {
  return !(a == b);
}

// "4c/1190400k/905250k/1600000k"; a missing knob prints as "-".
std::string to_string(const PowerMode& mode);

// One field of a mode as asked for.
struct Field {
  enum class Kind { keep, min, max, value };
  Kind kind = Kind::keep;
  std::int64_t value = 0;  // cores, or Hz
};
struct ModeRequest {
  Field cores, cpu, gpu, emc;
};

// "4c/max/905250k/-"; the fields of a request as they were asked for.
std::string to_string(const ModeRequest& request);
// A row of a list: the values of its columns, and where it has none, the field of its text, such as max. An empty text,
// or one that is no mode, has no fields.
ModeRequest request_of_row(const PowerMode& values, std::string_view text);

// The written forms, in either case: 4c/1.2G/900M/1.6G (fields: value, min, max, -) and cores_kHz_Hz_Hz. Empty when the
// text has neither shape (it may then be an id, a name or @file); throws a usage error when a field is wrong.
std::optional<ModeRequest> parse_mode_request(std::string_view text);

// Whether a text that should name a mode would be taken for an option of pmode: it begins with a hyphen and is no
// mode.
bool names_option(const std::string& mode);

// The settings a machine offers, each ascending; empty = the machine lacks the knob.
struct ModeTables {
  std::vector<std::int64_t> cores, cpu_khz, gpu_hz, emc_hz;
};

// Fills the request from the tables: values snap to the nearest entry within 6 % (any distance when `nearest`),
// core counts must match exactly. `current` serves the kept fields. Throws a usage error whose hint lists the
// table and ends with the nearest entry, or unavailable when a knob is asked for that the machine lacks.
PowerMode resolve_mode(const ModeRequest& request, const ModeTables& tables, const PowerMode& current, bool nearest);

}  // namespace wattline
