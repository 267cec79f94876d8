// SPDX-License-Identifier: Apache-2.0
// Compares every two commands by every quantity, from the runs of both.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wattcompare/measured_run.hpp"

namespace wattline::wattcompare {

constexpr std::size_t kFewestBlocks = 4;  // for a line and an sd

struct Rules {
  double precision_pct = 0.5;           // half width of the intervals that decide, of the mean
  std::size_t pilot = 8;                // blocks
  std::vector<std::string> quantities;  // empty = all that were measured
};

// A block and the one after it, in reverse order, belong together.
constexpr std::size_t even(std::size_t blocks) {
  return blocks + blocks % 2;
}

enum class ComparisonVerdict { a_lower, b_lower, not_distinguishable, unknown };
const char* to_string(ComparisonVerdict verdict);

struct Comparison {
  const Quantity* quantity = nullptr;
  std::int64_t a = 0, b = 0;  // commands
  std::optional<double> mean_a, mean_b, difference, low, high;
  std::int64_t runs = 0;  // of each
  ComparisonVerdict verdict = ComparisonVerdict::unknown;
  bool without_noise = false;  // the difference is the same in all blocks
  bool decides = false;        // its width decides how many runs are made: not that of whole runs where steps are known
  std::string source;

  // The same in percent of mean_a.
  std::optional<double> difference_pct() const { return percent(difference); }
  std::optional<double> low_pct() const { return percent(low); }
  std::optional<double> high_pct() const { return percent(high); }

 private:
  std::optional<double> percent(const std::optional<double>& value) const;
};

// One per quantity and pair of commands. All intervals together hold with a probability of 95 %: each one misses with
// 5 % divided by their number (Bonferroni). Blocks that lack a command or a value are left out.
std::vector<Comparison> compare(const std::vector<MeasuredRun>& runs, const Rules& rules);

// How many blocks the precision takes, and which quantity takes most.
struct Need {
  std::size_t blocks = 0;
  const Quantity* quantity = nullptr;
};
Need blocks_needed(const std::vector<MeasuredRun>& pilot, const Rules& rules);

}  // namespace wattline::wattcompare
