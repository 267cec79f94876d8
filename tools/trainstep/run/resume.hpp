// SPDX-License-Identifier: Apache-2.0
// --resume: what an earlier, unfinished run did, read from its rows.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trainstep/run/record.hpp"

namespace wattline::trainstep {

struct EarlierRun {
  std::vector<EpochRecord> epochs;     // as far as they went
  std::vector<EpochRecord> unwritten;  // the epochs, or parts of them, that have no epoch row yet
  // One of these whose steps are all done, but not what follows them: its row is written when that is.
  std::optional<EpochRecord> unfinished;

  // Makes that of the last unwritten one, if it is of this epoch.
  void leave_unfinished(std::int64_t epoch);
};

// `steps_path` need not exist, `epochs_path` may be empty. An epoch is complete after `batches` steps. A torn last line
// is left out.
EarlierRun read_earlier_run(const std::string& steps_path, const std::string& epochs_path, std::int64_t batches);

// Removes the rows of steps that will be trained again: those from that step of that epoch on, and those of its
// validation. The file need not exist.
void remove_rows_from(const std::string& steps_path, std::int64_t epoch, std::int64_t step);
// Removes the last epoch row, if the rows of that epoch account for so many steps: it is then that of their last part.
void remove_last_row_of(const std::string& epochs_path, std::int64_t epoch, std::int64_t steps);

}  // namespace wattline::trainstep
