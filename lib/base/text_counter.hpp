// SPDX-License-Identifier: Apache-2.0
// Counters such as 120/3125 in the text of a progress bar.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wattline {

struct TextCounter {
  std::string key;  // the same for this counter in other texts
  double done = 0;
  std::optional<double> total;
  double resolution = 1;       // of `done`: 10 where 1200 is written 1.20k
  bool counts_epochs = false;  // "Epoch 3/90"
};

// From left to right: 120/3125, 1.20k/3.12k, 120/Unknown, and tqdm's "120it [00:12, " of a loop without a known end.
// No dates, paths or sizes. `complete`: more text cannot follow; else a number at the end may be half of one.
std::vector<TextCounter> counters_in(std::string_view text, bool complete);

// Another form of counter: what the one group of a regular expression (ECMAScript) matches, 120 or 120/3125.
class CounterPattern {
 public:
  // Throws a usage error for an expression that is none, or has another number of groups.
  explicit CounterPattern(const std::string& expression);
  std::optional<TextCounter> find(std::string_view text, bool complete) const;

 private:
  struct Compiled;  // <regex> takes long to compile
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace wattline
