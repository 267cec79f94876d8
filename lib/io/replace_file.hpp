// SPDX-License-Identifier: Apache-2.0
// Files that are replaced as a whole.
#pragma once
#include <functional>
#include <string>

#include "io/output.hpp"

namespace wattline::io {

// Writes PATH.new with `write`, fsyncs it, renames it to PATH and fsyncs the folder: a reader, or a machine that loses
// power, finds the old file or the new one and never half of one. Throws Error{io}; the old file is then still there.
// A path that is no regular file (/dev/stdout, a FIFO) is written in place.
void replace_file(const std::string& path, const std::function<void(Output&)>& write);

// Throws now what replace_file() would throw when it opens the file: for what is written after hours of work.
void check_replaceable(const std::string& path);

}  // namespace wattline::io
