// SPDX-License-Identifier: Apache-2.0
#include "cli/usage.hpp"

#include <CLI/CLI.hpp>

namespace wattline::cli {

namespace {

class CommandFormatter : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    const std::size_t end = usage.find_last_not_of('\n');
    if (end != std::string::npos) usage.insert(end + 1, " [-- COMMAND ...]");
    return usage;
  }
};

}  // namespace

void show_command_in_usage(CLI::App& app) {
  app.formatter(std::make_shared<CommandFormatter>());
}

}  // namespace wattline::cli
