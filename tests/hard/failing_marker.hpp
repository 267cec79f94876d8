// SPDX-License-Identifier: Apache-2.0
// What failing_preload.so tells failing_calls: prctl(kMarker, event, value), which the kernel passes on.
#pragma once

constexpr unsigned kMarker = 0x6a657473;  // no option of prctl(2)
enum Event : unsigned {
  kLoaded,            // the program and its libraries are loaded
  kAllocations,       // at the end: how many allocations there were
  kAllocationFailed,  // one failed now
};
constexpr const char* kAllocationAt = "FAILING_MALLOC_AT";            // which allocation fails; 0 = none
constexpr const char* kAllocationProgram = "FAILING_MALLOC_PROGRAM";  // in processes of this name; empty = all
