// SPDX-License-Identifier: Apache-2.0
#include "cli/passed_text.hpp"

namespace wattline::cli {

void note_passed_text(Context& context, const std::string& name, const io::TextLines& lines) {
  if (lines.count == 0 || !context.warned.insert(name + ": text").second) return;
  const std::string first = "line " + std::to_string(lines.first_number);
  const std::string which =
      lines.count == 1 ? first + " is no row and was passed over"
                       : std::to_string(lines.count) + " lines are no rows and were passed over, the first is " + first;
  context.note(name + ": " + which + ": '" + lines.first + "'");
}

}  // namespace wattline::cli
