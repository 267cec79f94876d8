// SPDX-License-Identifier: Apache-2.0
// Converts numbers to text with a fixed number of decimals.
#pragma once
#include <cstdint>
#include <string>

namespace wattline::io {

// As printf's "%.*f" rounds, but a tiny negative number never reads "-0.000".
void append_number(std::string& target, double value, int decimals);
// Rounded from the nanoseconds, half away from zero; at most 9 decimals.
void append_seconds(std::string& target, std::int64_t ns, int decimals);
void append_integer(std::string& target, std::int64_t value);

}  // namespace wattline::io
