// SPDX-License-Identifier: Apache-2.0
// What a tool's run() needs, in memory: output as a string, a fake clock, messages as a list; and rows read back.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parse.hpp"
#include "cli/tool.hpp"
#include "fake_clock.hpp"

namespace wattline::test {

using Table = std::vector<std::vector<std::string>>;

inline Table parse_rows(const std::string& text) {
  Table table;
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty()) continue;
    table.emplace_back();
    for (const std::string_view field : split(line, '\t')) table.back().emplace_back(field);
  }
  return table;
}

class ToolFixture {
 public:
  explicit ToolFixture(io::Root root)
      : out(io::Output::to_string(text)), context{std::move(root), clock, out, signals} {
    context.log = [this](int level, const std::string& message) {
      if (level < 0) messages.push_back(message);
    };
  }
  std::string text;
  FakeClock clock;
  io::Output out;
  io::Signals signals;
  std::vector<std::string> messages;
  cli::Context context;
};

}  // namespace wattline::test
