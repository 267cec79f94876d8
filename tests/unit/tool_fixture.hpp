// SPDX-License-Identifier: Apache-2.0
// What a tool's run() needs, in memory: output as a string, a fake clock, messages as a list.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "cli/tool.hpp"
#include "fake_clock.hpp"

namespace wattline::test {

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
