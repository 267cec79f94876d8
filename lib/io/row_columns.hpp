// SPDX-License-Identifier: Apache-2.0
// Columns that several kinds of rows share.
#pragma once
#include "io/tsv.hpp"

namespace wattline::io {

inline const Column kTime{"time_s", "s", 6, "wall clock (CLOCK_REALTIME), taken right after the reading"};
inline const Column kMono{"mono_s", "s", 6, "CLOCK_MONOTONIC at the same instant"};
inline const Column kStart{"start_mono_s", "s", 6, "CLOCK_MONOTONIC at the start"};
inline const Column kEnd{"end_mono_s", "s", 6, "CLOCK_MONOTONIC at the end"};
inline const Column kEndTime{"time_s", "s", 6, "wall clock (CLOCK_REALTIME) at the end"};
inline const Column kCores{"cores", "1", 0, "online CPU cores"};
inline const Column kCpuClock{"cpu_khz", "kHz", 0, "CPU clock"};
inline const Column kGpuClock{"gpu_hz", "Hz", 0, "GPU clock"};
inline const Column kEmcClock{"emc_hz", "Hz", 0, "memory (EMC) clock"};
inline const Column kSource{"source", "", 0, "measured, emulated or replayed"};

}  // namespace wattline::io
