// SPDX-License-Identifier: Apache-2.0
// Workers that are forked processes: for mincore(2), because threads that map files hinder each other.
#pragma once
#include "cachestat/stop.hpp"
#include "cachestat/workers.hpp"

namespace wattline::cachestat {

// Throws Error{software} when a worker dies. When `stop` comes true, what is not collected yet never is.
Workers work_in_processes(unsigned count, const MakeWork& make_work, Collect collect, Stop stop);

}  // namespace wattline::cachestat
