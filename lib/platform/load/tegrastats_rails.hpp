// SPDX-License-Identifier: Apache-2.0
// The powers in a line of tegrastats.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace wattline::platform {

struct TegrastatsPower {
  std::string rail;  // of several channels with one name, the second is NAME_2
  double power_w;    // of this moment; the mean since its start that tegrastats adds is left out
};

// From the words of a line. Words with a unit of power that are no value of a rail go to `not_understood`, each with
// the word before it.
std::vector<TegrastatsPower> read_rails(const std::vector<std::string_view>& words,
                                        std::vector<std::string>& not_understood);

// A number with a unit of power stands in the text.
bool names_power(std::string_view text);

}  // namespace wattline::platform
