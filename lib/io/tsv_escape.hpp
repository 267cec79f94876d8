// SPDX-License-Identifier: Apache-2.0
// "\t \n \r \\" inside a field of TSV.
#pragma once
#include <string>
#include <string_view>

namespace wattline::io {

void append_escaped(std::string& target, std::string_view text);
std::string escape_field(std::string_view text);
std::string unescape_field(std::string_view text);

}  // namespace wattline::io
