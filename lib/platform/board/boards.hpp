// SPDX-License-Identifier: Apache-2.0
// Facts about each board that its kernel does not report: one block per board in boards.cpp, with the sources.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wattline::platform {

// A power rail of a board. A rail inside another has that one as its parent; the others add up to the board's total.
struct BoardRail {
  std::string name;
  std::string parent{};
  bool is_nested() const { return !parent.empty(); }
};

struct BoardFacts {
  std::string id;  // "agx-orin"
  // Module part numbers as they occur in the device tree's `compatible`.
  std::vector<std::string> part_numbers{};
  // Words of the device tree's `model`, where `compatible` lacks the part number.
  std::vector<std::string> model_words{};
  // Memory clocks in Hz, ascending. Kernels of r32 to r36 list them nowhere; empty = ask the firmware.
  std::vector<std::int64_t> emc_hz{};
  // The same when the Super device tree is booted; empty = no difference.
  std::vector<std::int64_t> super_emc_hz{};
  // Rails of the TOTAL rule; empty = no rule for this board.
  std::vector<BoardRail> rails{};
  // Names of the channels of its INA3221, where some images swap them; channel 1 comes first.
  std::vector<std::string> channel_labels{};
  // All its modules have VDD_IN, so that what jetson_stats 4.2 and later call the total is the input rail.
  bool jtop_total_is_input = false;
  // Cores that "N cores" counts last.
  std::vector<int> last_cores{};
  // The vendor's power label of the mode MAXN, whose name has no number.
  std::optional<double> maxn_w{};
  // Of its largest module; 0 = not known.
  int cuda_cores = 0;
  int memory_bits = 0;  // width of the memory's bus

  // The rail that carries the whole module: the only part of the total. Empty when there are several parts.
  std::string input_rail() const;
};

// All boards. Where part numbers or model words of one are contained in those of another, the longer come first.
const std::vector<BoardFacts>& boards();
// Those of the board with this id; facts without any value when it is not in the table.
const BoardFacts& facts_of(const std::string& id);

}  // namespace wattline::platform
