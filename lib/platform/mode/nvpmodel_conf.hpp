// SPDX-License-Identifier: Apache-2.0
// NVIDIA's power mode files (/etc/nvpmodel.conf), L4T r32 to r39. This is their grammar; predefined.hpp interprets the
// settings.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wattline::platform {

// What can be set: a file (FILE), a clock (CLOCK) or a value of a hardware monitor (HWMON). Each argument has a path.
struct ConfParameter {
  struct Argument {
    std::string name;
    std::string path;  // HWMON: "DIRECTORY/hwmon*/FILE"
  };
  std::string name, type;
  std::vector<Argument> arguments;
  const Argument* find(std::string_view argument) const;
};

struct ConfSetting {
  std::string parameter, argument, value;
};

struct ConfMode {
  int id = 0;  // -1 of a broken mode whose header has none
  std::string name;
  std::vector<ConfSetting> settings;
};

// A mode that cannot be used, because one of its lines, or a line that it refers to, is wrong.
struct BrokenConfMode {
  ConfMode mode;
  std::string problem;  // "FILE:LINE: reason"
};

struct NvpmodelConf {
  std::vector<ConfParameter> parameters;
  std::vector<ConfMode> modes;  // those that can be used, in the order of the file
  std::vector<BrokenConfMode> broken_modes;
  std::optional<int> default_id;      // of PM_CONFIG
  std::vector<std::string> problems;  // every wrong line as "FILE:LINE: reason", in the order of the file
  const ConfParameter* find_parameter(std::string_view name) const;
  // By id ("2"), then by exact name ("MODE_30W"), then by name regardless of case.
  const ConfMode* find_mode(std::string_view id_or_name) const;
  const BrokenConfMode* find_broken_mode(std::string_view id_or_name) const;
};

// A wrong line is left out and named in `problems`, and the modes that use it are in `broken_modes`. Throws a data
// error with the first problem if there is no mode, not even a broken one. `file` is the name for messages.
NvpmodelConf parse_nvpmodel_conf(std::string_view text, const std::string& file);

}  // namespace wattline::platform
