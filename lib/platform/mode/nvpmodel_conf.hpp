// SPDX-License-Identifier: Apache-2.0
// NVIDIA's power mode files (/etc/nvpmodel.conf), L4T r32 to r39. The files are the vendor's; only the grammar is
// known here.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wattline::platform {

// What can be set: a file (FILE), a clock (CLOCK) or a hardware monitor's value (HWMON), each argument at its path.
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
  int id = 0;
  std::string name;
  std::vector<ConfSetting> settings;
};

struct NvpmodelConf {
  std::vector<ConfParameter> parameters;
  std::vector<ConfMode> modes;  // in the order of the file
  int default_id = 0;           // of PM_CONFIG
  const ConfParameter* find_parameter(std::string_view name) const;
  // By id ("2"), else by name ("MODE_30W").
  const ConfMode* find_mode(std::string_view id_or_name) const;
};

// Throws a data error "FILE:LINE: reason". `file` is for messages.
NvpmodelConf parse_nvpmodel_conf(std::string_view text, const std::string& file);

}  // namespace wattline::platform
