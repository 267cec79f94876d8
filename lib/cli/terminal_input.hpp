// SPDX-License-Identifier: Apache-2.0
// What a tool says before it waits for rows that somebody has to type.
#pragma once
#include <string>

#include "cli/context.hpp"

namespace wattline::cli {

// If the file is standard input ("-" or empty) and that is a terminal, says what is awaited there, as in "the list of
// modes", and what to do instead.
void say_if_typed(const Context& context, const std::string& path, const std::string& what, const std::string& instead);

}  // namespace wattline::cli
