// SPDX-License-Identifier: Apache-2.0
// Strings and numbers of JSON (RFC 8259).
#pragma once
#include <string>
#include <string_view>

namespace wattline::io {

// Appends the text in quotes. Control characters, the quote and the backslash are escaped. JSON is UTF-8, so what is
// not is replaced (base/utf8.hpp).
void append_json_string(std::string& target, std::string_view text);

// Whether JSON writes a number like this: not "+1", ".5", "007", "nan".
bool is_json_number(std::string_view text);

}  // namespace wattline::io
