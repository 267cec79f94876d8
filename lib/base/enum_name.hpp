// SPDX-License-Identifier: Apache-2.0
// The words that are printed for enumerators.
#pragma once
#include <cstddef>

namespace wattline {

// `names` are in the order of the enumerators, which are numbered from 0; "NA" for one beyond them.
template <class Enum, std::size_t count>
const char* enum_name(Enum value, const char* const (&names)[count]) {
  const auto number = static_cast<std::size_t>(value);
  return number < count ? names[number] : "NA";
}

}  // namespace wattline
