// SPDX-License-Identifier: Apache-2.0
// Input that may be silent for long: a pipe, a terminal, a FIFO. A signal that asks the tool to stop ends the wait for
// it.
#pragma once
#include <cstddef>
#include <string>

#include "io/fd.hpp"

namespace wattline::io {

// How messages call an input: "stdin" for "-".
std::string input_name(const std::string& path);

// Opens a file for reading; "-" is standard input. Does not wait for the writer of a FIFO: read_input() does. Throws
// when it cannot be opened.
Fd open_input(const std::string& path);

// Not a pipe, a terminal or a FIFO.
bool is_regular(int fd);

constexpr std::size_t kReadBytes = std::size_t{1} << 16;   // at once
constexpr std::size_t kMostInLine = std::size_t{1} << 24;  // a longer line is not a row of ours

// read(2), once there is something to read. Returns 0 at the end. Throws Error{128+N} when signal N asks the tool to
// stop and `fd` is no regular file, and what os_error() makes of an error.
std::size_t read_input(int fd, char* buffer, std::size_t size, const std::string& name);

// All of a file that open_input() opens. Throws a data error when it has more than 16 MiB.
std::string read_whole_input(const std::string& path);

}  // namespace wattline::io
