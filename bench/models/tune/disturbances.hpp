// SPDX-License-Identifier: Apache-2.0
// Jobs of 30 minutes under pmtune that change after a third: throttled clocks, a second program, a larger batch.
#pragma once
#include <string>

namespace wattline::bench {

// Rows: table, disturbance, budget (W), seed, seconds from the change until the job runs for good in modes that take at
// most 3 % longer than the new oracle's and keep the budget but for 2 %, and the time that the job takes after the
// change divided by the oracle's. LARGER_BATCH is the board's table for the larger batch.
void print_disturbed(const std::string& table, const std::string& larger_batch);

}  // namespace wattline::bench
