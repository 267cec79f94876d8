// SPDX-License-Identifier: Apache-2.0
// Batches of files that workers process in parallel. Results always come back to the calling thread, so that totals,
// rows and the set of files already met need no lock.
#pragma once
#include <functional>
#include <utility>

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

// The calling thread does all the work.
inline Workers work_here(const MakeWork& make_work, Collect collect) {
  const auto submit = [work = make_work(), collect = std::move(collect)](Batch batch) {
    work(batch);
    collect(batch);
  };
  return {submit, [] {}};
}
}  // namespace wattline::cachestat
