// SPDX-License-Identifier: Apache-2.0
// Lines of NVIDIA's tegrastats, of L4T r28 to r39. The format is documented nowhere in full; see the Jetson Linux
// Developer Guide, "tegrastats Utility", and the fixtures of the tests.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/load/load_row.hpp"

namespace wattline::platform {

struct TegrastatsLine {
  std::optional<double> time_s;  // from JetPack 5 on
  struct Power {
    std::string rail;
    double power_w;  // of this moment; the mean since its start that tegrastats adds is left out
  };
  std::vector<Power> rails;
  LoadRow load;
};

// Empty for a line that has none of its tokens.
std::optional<TegrastatsLine> parse_tegrastats(std::string_view line);

}  // namespace wattline::platform
