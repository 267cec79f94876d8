// SPDX-License-Identifier: Apache-2.0
#include "powerlog/jtop_rails.hpp"

#include <algorithm>

#include "base/parse.hpp"
#include "platform/board/boards.hpp"

namespace wattline::powerlog {

namespace {

constexpr std::string_view kPower = "Power ";

void note_no_total(const platform::BoardFacts& board, const cli::Context& context) {
  const bool counts_twice = !board.input_rail().empty();
  context.note(counts_twice ? "no TOTAL: jtop_total of this board counts rails twice in jetson_stats before 4.2"
                            : "no TOTAL: jtop_total is a sum of rails that jetson_stats chose, and they may overlap");
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::optional<std::string> jtop_rail_of(const std::string& name) {
  if (name == "power cur" || name == "Power TOT") return kJtopLogTotal;
  if (name.compare(0, kPower.size(), kPower) == 0) return name.substr(kPower.size());
  return std::nullopt;
}

std::vector<std::string> jtop_misnamed(const std::vector<std::string>& names) {
  std::vector<std::string> misnamed;
  for (const std::string& name : names) {
    const bool is_power = name.compare(0, kPower.size(), kPower) == 0;
    if (is_power && has(names, "Temp " + name.substr(kPower.size()))) misnamed.push_back(name);
  }
  return misnamed;
}

void note_misnamed(const std::string& file, const std::vector<std::string>& misnamed, const cli::Context& context) {
  if (misnamed.empty()) return;
  context.note(file + ": " + join(misnamed, ", ") +
               " left out: jetson_stats 4.2.0 to 4.2.9 name the power of an unknown rail after a temperature");
}

ImportOptions settle_jtop_total(std::vector<std::string>& rails, bool since_4_2, const ImportOptions& options,
                                const cli::Context& context) {
  const auto total = std::find(rails.begin(), rails.end(), kJtopLogTotal);
  if (total == rails.end()) return options;
  const platform::BoardFacts& board = platform::facts_of(options.board);
  if (board.jtop_total_is_input && since_4_2 && !has(rails, board.input_rail())) {
    *total = board.input_rail();
    return options;
  }
  if (rails.size() != 1) return options;
  note_no_total(board, context);
  ImportOptions named = options;
  named.board.clear();
  return named;
}

}  // namespace wattline::powerlog
