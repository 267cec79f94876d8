// SPDX-License-Identifier: Apache-2.0
// Runs with one thing wrong each.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "recorded_case.hpp"

namespace wattline::test {

struct Defect {
  const char* what;
  std::string failing, unknown;  // the rules that fail, and those that are no longer known; commas separate them
  std::function<void(RecordedCase&)> plant;
};

// Plants the defect by recording the run anew with another kit.
template <class Change>
auto recorded_with(Change change) {
  return [change](RecordedCase& run) {
    Kit kit;
    change(kit);
    run.record(kit);
  };
}

const std::vector<Defect>& sampling_defects();
const std::vector<Defect>& energy_defects();
const std::vector<Defect>& machine_defects();
const std::vector<Defect>& stream_defects();
const std::vector<Defect>& step_defects();

// Rows in the middle of the counted phase: of power, of steps, of load.
inline constexpr std::size_t kLater = 400, kLaterStep = 200, kLaterLoad = 50;

}  // namespace wattline::test
