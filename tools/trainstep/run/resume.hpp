// SPDX-License-Identifier: Apache-2.0
// --resume: what an earlier, unfinished run did, read from its rows.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "trainstep/run/record.hpp"

namespace wattline::trainstep {

struct EarlierRun {
  std::vector<EpochRecord> epochs;     // as far as they went
  std::vector<EpochRecord> unwritten;  // the epochs, or parts of them, that have no epoch row yet
  std::int64_t epoch = 0;              // where to continue
  StepsDone progress;
};

// `steps_path` need not exist, `epochs_path` may be empty. An epoch is over after `batches` steps, or `max_steps`
// counted ones (0 = any number). A torn last line is left out.
EarlierRun read_earlier_run(const std::string& steps_path, const std::string& epochs_path, std::int64_t batches,
                            std::int64_t max_steps);

}  // namespace wattline::trainstep
