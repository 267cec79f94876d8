// SPDX-License-Identifier: Apache-2.0
// Workers that are threads of this process: for work that waits for the device as well.
#pragma once
#include "cachestat/workers.hpp"

namespace wattline::cachestat {

// At most `count` threads, started as work comes.
Workers work_in_threads(unsigned count, MakeWork make_work, Collect collect);

}  // namespace wattline::cachestat
