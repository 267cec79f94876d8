// SPDX-License-Identifier: Apache-2.0
// Converts text to numbers and lists. The whole text must match, otherwise the result is empty.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace wattline {

// '0' to '9', whatever the locale is.
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
// Letters of ASCII in lower case, whatever the locale is; other bytes stay.
std::string to_lower(std::string_view text);
std::string_view trim(std::string_view text);
// The parts are views into the text: a temporary string would be gone before they are used.
std::vector<std::string_view> split(std::string_view text, char separator);
template <class Text, class = std::enable_if_t<std::is_same_v<Text, std::string>>>
void split(Text&& text, char separator) = delete;
// Fields between runs of blanks, as kernel tables are printed.
std::vector<std::string_view> split_blanks(std::string_view text);
template <class Text, class = std::enable_if_t<std::is_same_v<Text, std::string>>>
void split_blanks(Text&& text) = delete;

std::optional<std::int64_t> to_int64(std::string_view text);
// Decimal notation with '.', whatever the locale; "nan", "inf" and hexadecimal are refused.
std::optional<double> to_double(std::string_view text);

// Kernel CPU lists (Documentation/admin-guide/cputopology.rst): "0-3,8" <-> {0,1,2,3,8}.
std::optional<std::vector<int>> parse_cpu_list(std::string_view text);
std::string format_cpu_list(const std::vector<int>& cpus);

bool ends_with(std::string_view text, std::string_view end);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

// The first candidate that begins with `name`; if there is none, the one with the smallest edit distance, when it is
// close enough to be a typing slip.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace wattline
