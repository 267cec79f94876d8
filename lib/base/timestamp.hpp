// SPDX-License-Identifier: Apache-2.0
// Time stamps in the formats of other tools.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

namespace wattline {

struct Timestamp {
  double seconds;         // since 1970
  bool is_local = false;  // of a clock of the local zone (TZ), as if that were UTC
};

// A plain number of seconds, or of ms, us or ns where it is too large for seconds; "2024-06-09 20:18:17.99", also with
// T, a comma, and Z or +02:00 at the end; "06-09-2024 20:18:17". Empty where the text names no instant before 2262.
std::optional<Timestamp> read_timestamp(std::string_view text);
// Seconds since 1970 when a local clock shows this: two in the hour that is repeated when summer time ends.
std::vector<double> instants_of(double local_s);
// Both in one; of two instants, the later.
std::optional<double> parse_timestamp(std::string_view text);

}  // namespace wattline
