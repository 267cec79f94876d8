// SPDX-License-Identifier: Apache-2.0
// Tells what program wrote a file from one of its lines.
#pragma once
#include <string>
#include <string_view>

#include "powerlog/import_options.hpp"

namespace wattline::powerlog {

// Throws a data error that names the format of the line, if it is another one than `chosen`.
void refuse_other_format(const std::string& file, std::string_view line, ImportFormat chosen);

}  // namespace wattline::powerlog
