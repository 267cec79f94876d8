// SPDX-License-Identifier: Apache-2.0
// The rows of `jetsim run --record`.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "io/row_table.hpp"

namespace wattline::jetsim {

// A request of a program and what it got.
struct AccessRow {
  std::int64_t mono_ns = 0;
  pid_t pid = 0;
  std::string_view command, operation, path;
  std::optional<std::string_view> value{};  // with escapes, where something was read or to be written
  std::optional<std::int64_t> bytes{};
  std::string_view error{};  // what strerror(3) says; empty = none
};
const io::RowTable<AccessRow>& access_rows();

}  // namespace wattline::jetsim
