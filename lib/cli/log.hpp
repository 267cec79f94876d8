// SPDX-License-Identifier: Apache-2.0
// The lines of a tool on stderr, in the format of cli/messages.hpp. Only log.cpp includes spdlog, which takes 10 s to
// compile.
#pragma once
#include <string>

#include "base/error.hpp"

namespace wattline::cli {

// Before any other call, with the name of the tool.
void start_logging(const std::string& name);
void set_log_level(bool quiet, int verbose);
// The error and its hint; the exit status that belongs to it.
int log_error(const Error& error);
// A warning where `level` is negative, otherwise what --verbose shows: 0 with one, 1 with two.
void log_line(int level, const std::string& text);

}  // namespace wattline::cli
