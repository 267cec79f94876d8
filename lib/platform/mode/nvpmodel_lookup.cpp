// SPDX-License-Identifier: Apache-2.0
// Finding a parameter or a mode in a mode file.
#include <algorithm>
#include <cctype>

#include "base/parse.hpp"
#include "platform/mode/nvpmodel_conf.hpp"

namespace wattline::platform {

namespace {

bool same_regardless_of_case(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

// An id is preferred to a name, and an exact name to one in another case.
bool matches(const ConfMode& mode, std::string_view id_or_name, bool exact) {
  const auto id = to_int64(id_or_name);
  if (id) return mode.id >= 0 && mode.id == *id;
  return exact ? mode.name == id_or_name : same_regardless_of_case(mode.name, id_or_name);
}

}  // namespace

const ConfParameter::Argument* ConfParameter::find(std::string_view argument) const {
  const auto named = [&](const Argument& candidate) { return candidate.name == argument; };
  const auto found = std::find_if(arguments.begin(), arguments.end(), named);
  return found == arguments.end() ? nullptr : &*found;
}

const ConfParameter* NvpmodelConf::find_parameter(std::string_view name) const {
  const auto named = [&](const ConfParameter& candidate) { return candidate.name == name; };
  const auto found = std::find_if(parameters.begin(), parameters.end(), named);
  return found == parameters.end() ? nullptr : &*found;
}

const ConfMode* NvpmodelConf::find_mode(std::string_view id_or_name) const {
  for (const bool exact : {true, false}) {
    for (const ConfMode& mode : modes) {
      if (matches(mode, id_or_name, exact)) return &mode;
    }
  }
  return nullptr;
}

const BrokenConfMode* NvpmodelConf::find_broken_mode(std::string_view id_or_name) const {
  for (const bool exact : {true, false}) {
    for (const BrokenConfMode& broken : broken_modes) {
      if (matches(broken.mode, id_or_name, exact)) return &broken;
    }
  }
  return nullptr;
}

}  // namespace wattline::platform
