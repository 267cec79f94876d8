// SPDX-License-Identifier: Apache-2.0
#include "cli/shard.hpp"

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::cli {

void add_shard(App& app, Shard& shard) {
  const auto store = [&shard](const std::string& text) {
    const auto parts = split(text, '/');
    const std::int64_t index = to_int64(parts.front()).value_or(0), count = to_int64(parts.back()).value_or(0);
    if (parts.size() != 2 || index < 1 || index > count) {
      throw usage_error("'" + text + "' is not K/N with K from 1 to N, for example 2/4");
    }
    shard = {static_cast<std::uint64_t>(index), static_cast<std::uint64_t>(count)};
  };
  app.add_text_option("--shard", "K/N", "Every N-th row from the K-th on", store);
}

}  // namespace wattline::cli
