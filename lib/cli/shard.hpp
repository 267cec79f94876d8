// SPDX-License-Identifier: Apache-2.0
// --shard K/N: every N-th item of a list, from the K-th on.
#pragma once
#include <cstdint>

#include "cli/app.hpp"

namespace wattline::cli {

struct Shard {
  std::uint64_t index = 1, count = 1;  // 1 <= index <= count
};

// Declares the option.
void add_shard(App& app, Shard& shard);

}  // namespace wattline::cli
