// SPDX-License-Identifier: Apache-2.0
// What an earlier, unfinished run left behind, read from its rows.
#pragma once
#include <string>
#include <vector>

#include "trainstep/run/record.hpp"

namespace wattline::trainstep {

struct Earlier {
  std::vector<EpochRecord> epochs;     // as far as they went
  std::vector<EpochRecord> unwritten;  // those of them, or parts, that lack their row among the epoch rows
  std::int64_t epoch = 0;              // where to go on
  Progress progress;
};

// `steps_path` need not exist, `epochs_path` may be empty. An epoch is over after `batches` steps, or `max_steps`
// counted ones (0 = any number). A torn last line is left out.
Earlier read_earlier(const std::string& steps_path, const std::string& epochs_path, std::int64_t batches,
                     std::int64_t max_steps);

}  // namespace wattline::trainstep
