// SPDX-License-Identifier: Apache-2.0
// Which of several options was given, for the messages of tools that refuse them.
#pragma once
#include <algorithm>
#include <vector>

namespace wattline::cli {

struct GivenOption {
  const char* name;
  bool given;
};

// The name of the first one that was given; null if none was.
inline const char* first_given(const std::vector<GivenOption>& options) {
  const auto first = std::find_if(options.begin(), options.end(), [](const GivenOption& o) { return o.given; });
  return first == options.end() ? nullptr : first->name;
}

}  // namespace wattline::cli
