// SPDX-License-Identifier: Apache-2.0
// Detects the board: by the device tree's `compatible`, then its `model`, then the L4T release file.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "io/root.hpp"

namespace wattline::platform {

// A Jetson Linux (L4T) release such as 35.4.1.
struct Release {
  int major = 0;
  std::string revision;  // "4.1"
};
std::string to_string(const Release& release);  // "r35.4.1"

struct Board {
  std::string id;      // of boards.hpp; "generic" when the board is not in that table
  std::string name;    // for people: the device tree's model, or the id
  std::string soc;     // tegra234 ...; empty when there is no device tree
  std::string module;  // p3701-0005 ...; empty when unknown
  bool super = false;  // the Super device tree is booted
  std::optional<Release> l4t;
  std::vector<std::string> compatible;
  bool is_jetson() const { return soc.compare(0, 5, "tegra") == 0; }
};

Board detect_board(const io::Root& root);

}  // namespace wattline::platform
