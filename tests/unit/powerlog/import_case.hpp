// SPDX-License-Identifier: Apache-2.0
// An import of a file with the given text.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/parse.hpp"
#include "catch.hpp"
#include "powerlog/import_power.hpp"
#include "refusal.hpp"
#include "sysfs_tree.hpp"
#include "tool_fixture.hpp"

namespace wattline::test {

struct ImportCase {
  explicit ImportCase(powerlog::ImportFormat format) : tool(tree.root()) {
    ::setenv("TZ", "UTC", 1);
    options.format = format;
    options.rows.columns = {"time_s",    "mono_s",  "rail",  "scope", "voltage_v",
                            "current_a", "power_w", "stale", "source"};
  }
  ImportCase& file(const std::string& text) {
    tree.raw_file("/in", text);
    options.file = tree.at("/in").string();
    return *this;
  }
  // The rows without their header, blanks between the fields.
  std::vector<std::string> run() {
    tool.text.clear();
    tool.messages.clear();
    tool.context.partial = false;
    CHECK(powerlog::import_power(options, tool.context) == 0);
    std::vector<std::string> lines;
    for (const auto& fields : parse_rows(tool.text)) lines.push_back(join(fields, " "));
    lines.erase(lines.begin());
    return lines;
  }
  // "TIME POWER" of each row, and whether the status is 0.
  std::vector<std::string> times_and_powers(bool is_whole) {
    run();
    CHECK(tool.context.partial == !is_whole);
    std::vector<std::string> lines;
    for (const auto& fields : parse_rows(tool.text)) {
      if (fields[2] != "TOTAL" && fields[2] != "rail") lines.push_back(fields[0] + " " + fields[6]);
    }
    return lines;
  }
  // A message of the last run has this text.
  bool said(const std::string& text) const {
    return std::any_of(tool.messages.begin(), tool.messages.end(),
                       [&](const std::string& message) { return message.find(text) != std::string::npos; });
  }
  ExitCode refused() {
    return refusal_of([this] { powerlog::import_power(options, tool.context); });
  }
  SysfsTree tree;
  ToolFixture tool;
  powerlog::ImportOptions options;
};

}  // namespace wattline::test
