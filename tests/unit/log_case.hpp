// SPDX-License-Identifier: Apache-2.0
// One case of a tool that logs: a machine, the options, and what a run prints.
#pragma once
#include <cstdint>
#include <string>

#include "refusal.hpp"
#include "sysfs_tree.hpp"
#include "tool_fixture.hpp"

namespace wattline::test {

inline void no_machine(SysfsTree&) {}

template <class Options, int (*log)(const Options&, cli::Context&)>
struct LogCase {
  explicit LogCase(void (*make_machine)(SysfsTree&), std::int64_t ticks = 0) : tree(make_machine), tool(tree.root()) {
    options.sampling.schedule.count = ticks;
  }
  // A path of the machine for an option that takes a file of ours.
  std::string path(const std::string& name) const { return tree.at(name).string(); }
  int run() { return log(options, tool.context); }
  ExitCode refusal() {
    return refusal_of([this] { run(); });
  }
  Table rows() { return parse_rows(tool.text); }

  SysfsTree tree;
  ToolFixture tool;
  Options options;
};

}  // namespace wattline::test
