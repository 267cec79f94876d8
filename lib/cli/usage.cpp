// SPDX-License-Identifier: Apache-2.0
#include "cli/usage.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace wattline::cli {

namespace {

// A default stands once, in brackets after the description.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = CLI::Formatter::make_option_opts(option);
    text.resize(std::min(text.find(" Excludes:"), text.size()));  // the man page says what goes with what
    const std::string value = option->get_default_str();
    const std::size_t place = value.empty() ? std::string::npos : text.find("=" + value);
    return place == std::string::npos ? text : text.erase(place, value.size() + 1);
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    const std::string value = option->get_default_str();
    return option->get_description() + (value.empty() ? "" : " [" + value + "]");
  }
};

class CommandFormatter : public HelpFormatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    const std::size_t end = usage.find_last_not_of('\n');
    if (end != std::string::npos) usage.insert(end + 1, " [-- COMMAND ...]");
    return usage;
  }
};

}  // namespace

void format_help(CLI::App& app) {
  app.set_help_flag("-h,--help", "Print this help");
  app.formatter(std::make_shared<HelpFormatter>());
}

void show_command_in_usage(CLI::App& app) {
  app.formatter(std::make_shared<CommandFormatter>());
}

}  // namespace wattline::cli
