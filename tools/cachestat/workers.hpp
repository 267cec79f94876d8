// SPDX-License-Identifier: Apache-2.0
// Batches of files worked on in parallel: in threads, or in forked processes where mincore(2) is needed, because
// threads that map files hinder each other. Results always come back to the calling thread, so that totals, rows and
// the set of files already met need no lock.
#pragma once
#include <functional>

#include "cachestat/cachestat.hpp"
#include "page_cache/batch.hpp"

namespace wattline::cachestat {

using page_cache::Batch;

using Work = std::function<void(Batch&)>;           // fills in batch.files; does not throw
using MakeWork = std::function<Work()>;             // one per worker: work may keep buffers
using Collect = std::function<void(const Batch&)>;  // on the thread that calls submit() and finish()

struct Workers {
  std::function<void(Batch)> submit;
  std::function<void()> finish;  // returns when every batch was collected
};

Workers work_here(const MakeWork& make_work, Collect collect);
Workers work_in_threads(unsigned count, MakeWork make_work, Collect collect);
// Throws Error{software} when a worker dies. When `stop` comes true what is not collected yet never is.
Workers work_in_processes(unsigned count, const MakeWork& make_work, Collect collect, Stop stop);

}  // namespace wattline::cachestat
