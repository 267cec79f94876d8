// SPDX-License-Identifier: Apache-2.0
// The format of the messages that a tool prints on stderr, and how a tool that runs another one reads them:
//   pmode: error: TEXT
//   pmode: hint: TEXT
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace wattline::cli {

inline constexpr const char* kErrorPrefix = "error: ";
inline constexpr const char* kHintPrefix = "hint: ";
inline constexpr const char* kWarningPrefix = "warning: ";

// The text with every byte escaped that a terminal would act on or that would begin another line: control characters,
// those of 0x80 to 0x9f too, and bytes that are not UTF-8. File names may have all of them. "\n", "\t", "\r", "\x1b".
std::string printable(std::string_view text);

// The error among the messages of a tool, or the last line of any other program; empty when there is none.
std::string error_in(const std::string& messages);
// The error and its hint, "ERROR: HINT".
std::string problem_in(const std::string& messages);
// The texts of the warnings, in order.
std::vector<std::string> warnings_in(const std::string& messages);

}  // namespace wattline::cli
