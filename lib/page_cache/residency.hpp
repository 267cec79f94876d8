// SPDX-License-Identifier: Apache-2.0
// Residency of a data set in one call, for programs whose main work is something else. The calling thread does all of
// the work: nothing is forked, started or printed.
#pragma once
#include <string>

#include "base/clock.hpp"
#include "page_cache/probe.hpp"
#include "page_cache/residency_row.hpp"

namespace wattline::page_cache {

// A file or a tree (links not followed); time stamps are taken when the scan is done. Files that fail are counted in
// totals.errors. Throws Error{io} when `path` is not there.
ResidencyRow measure_residency(const std::string& path, CacheProbe& probe, Clock& clock);

// The files of a batch, one after the other.
void measure_batch(Batch& batch, CacheProbe& probe);

}  // namespace wattline::page_cache
