// SPDX-License-Identifier: Apache-2.0
// --shard K/N: every N-th item of a list, from the K-th on.
#pragma once
#include <cstdint>

namespace CLI {
class App;
}  // namespace CLI

namespace wattline::cli {

struct Shard {
  std::uint64_t index = 1, count = 1;  // 1 <= index <= count
};

// Declares the option.
void add_shard(CLI::App& app, Shard& shard);

}  // namespace wattline::cli
