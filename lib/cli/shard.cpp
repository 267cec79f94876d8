// SPDX-License-Identifier: Apache-2.0
#include "cli/shard.hpp"

#include "base/parse.hpp"
#include "cli/option_types.hpp"

namespace wattline::cli {

void add_shard(CLI::App& app, Shard& shard) {
  const auto store = [&shard](const std::string& text) {
    const auto parts = split(text, '/');
    const auto index = to_int64(parts[0]), count = parts.size() == 2 ? to_int64(parts[1]) : std::nullopt;
    if (!index || !count || *index < 1 || *index > *count) {
      throw CLI::ValidationError("--shard", "'" + text + "' is not K/N with K from 1 to N, for example 2/4");
    }
    shard = {static_cast<std::uint64_t>(*index), static_cast<std::uint64_t>(*count)};
  };
  app.add_option_function<std::string>("--shard", store, "Every N-th row from the K-th on")->type_name("K/N");
}

}  // namespace wattline::cli
