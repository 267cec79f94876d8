// SPDX-License-Identifier: Apache-2.0
// Time stamps in the formats of other tools.
#pragma once
#include <optional>
#include <string_view>

namespace wattline {

// Seconds since 1970: a plain number, "2024-06-09 20:18:17.99" (also with T), "06-09-2024 20:18:17". Times without a
// zone are local ones (TZ).
std::optional<double> parse_timestamp(std::string_view text);

}  // namespace wattline
