// SPDX-License-Identifier: Apache-2.0
// What the rules need to know of the steps and epochs of a run, added up row by row, in order of time.
#pragma once
#include <cstdint>
#include <map>
#include <optional>

#include "base/statistics.hpp"
#include "wattcheck/recorded_rows.hpp"

namespace wattline::wattcheck {

class StepFacts {
 public:
  // `window`: steps that are not wholly in it were not used for a result.
  void add(Step step, const std::optional<Span>& window);

  std::optional<Span> all, counted;
  Place first;
  Running counted_ms;                  // lengths
  std::optional<double> tokens;        // of the counted steps; empty = not of a language model
  std::optional<Place> counted_first;  // a first step, of the run or of an epoch, that is counted
  bool numbered = true;                // every row has epoch and step
  double wrong_rows = 0;               // of steps that are missing, there twice or overlap
  std::optional<Place> first_wrong;
  std::map<std::int64_t, double> rows;  // by epoch

 private:
  double wrong_at(const Step& step, bool cut_off);
  std::map<std::int64_t, double> expected_;  // number of the next step, by epoch
  double last_end_s_ = 0;
};

class EpochFacts {
 public:
  void add(const Epoch& epoch);

  std::optional<Span> all;
  std::optional<Place> unnumbered;       // the first row without its epoch or its number of steps
  std::map<std::int64_t, double> steps;  // by epoch
  std::optional<Residency> resident;     // the last that is known
};

}  // namespace wattline::wattcheck
