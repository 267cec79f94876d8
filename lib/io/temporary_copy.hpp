// SPDX-License-Identifier: Apache-2.0
// A copy on disk of what can be read once only, for those who read it twice.
#pragma once
#include <cstddef>
#include <functional>
#include <string>

#include "io/fd.hpp"

namespace wattline::io {

// Puts up to so many bytes there, and returns how many; 0 at the end.
using ReadBytes = std::function<std::size_t(char* bytes, std::size_t size)>;

// The file has no name, and is gone when it is closed. Throws os_error(); `name` is for messages.
Fd temporary_copy(const std::string& name, const ReadBytes& read);

}  // namespace wattline::io
