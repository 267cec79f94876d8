// SPDX-License-Identifier: Apache-2.0
// A number of things in words: "1 mode", "3 modes".
#pragma once
#include <cstddef>
#include <string>

namespace wattline {

// `thing`: in the singular, of a noun whose plural ends in -s.
inline std::string counted(std::size_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

}  // namespace wattline
