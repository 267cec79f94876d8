// SPDX-License-Identifier: Apache-2.0
// Characters of UTF-8 (RFC 3629).
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace wattline {

// How many bytes at the front of the text are one character; 0 when they are none: a byte that begins no character, a
// character that is cut off, an overlong form, a surrogate, or a number above U+10FFFF.
std::size_t utf8_size(std::string_view text);

// The text with U+FFFD, the replacement character, in place of each byte that is part of no character.
std::string valid_utf8(std::string_view text);

}  // namespace wattline
