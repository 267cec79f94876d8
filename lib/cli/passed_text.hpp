// SPDX-License-Identifier: Apache-2.0
// The note about lines that a program printed between its rows, and that were passed over.
#pragma once
#include <string>

#include "cli/context.hpp"
#include "io/tsv_row.hpp"

namespace wattline::cli {

// Once per name, with their number and the first of them. Nothing where there are none.
void note_passed_text(Context& context, const std::string& name, const io::TextLines& lines);

}  // namespace wattline::cli
