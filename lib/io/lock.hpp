// SPDX-License-Identifier: Apache-2.0
// Locks of flock(2), which are released when their holder ends.
#pragma once

namespace wattline::io {

// A tool that was killed while it started a child may leave its locks to that child for a moment.
inline constexpr int kLockWaitMs = 3000;

// Takes the exclusive lock of an open file; false with errno (EWOULDBLOCK: another one has it) after the limit.
bool lock_within(int fd, int limit_ms);

}  // namespace wattline::io
