// SPDX-License-Identifier: Apache-2.0
// The parts of a path as text. Boost's stem() and extension() compare paths, and therefore abort if memory is refused.
#pragma once
#include <string_view>

namespace wattline::io {

// "a/b.tar.gz" has the suffix ".gz" and the stem "b.tar"; a file name without a dot has no suffix.
std::string_view file_suffix(std::string_view path);
std::string_view file_stem(std::string_view path);

}  // namespace wattline::io
