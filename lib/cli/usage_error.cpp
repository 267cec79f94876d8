// SPDX-License-Identifier: Apache-2.0
#include "cli/usage_error.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "base/parse.hpp"

namespace wattline::cli {

namespace {

bool is_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISDIR(status.st_mode);
}

bool is_program(const std::string& path) {
  return is_file(path) && ::access(path.c_str(), X_OK) == 0;
}

bool is_option(const std::string& argument) {
  return argument.size() > 1 && argument.front() == '-';
}

std::vector<std::string> names_of_subcommands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!sub->get_group().empty()) names.push_back(sub->get_name());
  }
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// "--interval: 1 required TIME missing" as CLI11 has it.
std::string plain(const std::string& text) {
  constexpr std::string_view kBefore = ": 1 required ", kAfter = " missing";
  const std::size_t before = text.find(kBefore), after = text.rfind(kAfter);
  if (before == std::string::npos || after == std::string::npos || after < before) return text;
  const std::size_t type = before + kBefore.size();
  return text.substr(0, before) + " requires a value (" + text.substr(type, after - type) + ")";
}

}  // namespace

std::optional<Error> unknown_subcommand(const CLI::App& app, const Accepted& accepted) {
  const std::vector<std::string> unexpected = app.remaining(true);
  if (!accepted.a_subcommand || unexpected.empty() || is_option(unexpected.front())) return std::nullopt;
  return usage_error(unexpected.front() + ": " + accepted.program + " has no such subcommand",
                     "one of: " + join(names_of_subcommands(app), ", "));
}

Error usage_error_of(const CLI::ParseError& error, const CLI::App& app, const Accepted& accepted) {
  const std::string help = "see " + accepted.program + " --help";
  const std::vector<std::string> unexpected = app.remaining(true);  // in the order in which they were given
  const auto file = std::find_if(unexpected.begin(), unexpected.end(), is_file);
  const bool is_command = accepted.command && file != unexpected.end() && is_program(*file);
  const bool no_option = unexpected.empty() || !is_option(unexpected.front());
  if (accepted.rows && file != unexpected.end() && !is_command && no_option) {
    return usage_error(*file + ": the rows are read from standard input", "use < " + *file);
  }
  if (unexpected.empty() || dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) {
    return usage_error(plain(error.what()), help);
  }
  const std::string& first = unexpected.front();
  if (is_option(first)) return usage_error(first + ": " + accepted.program + " has no such option", help);
  if (const auto unknown = unknown_subcommand(app, accepted)) return *unknown;
  const std::vector<CLI::App*> given = app.get_subcommands();
  if (!given.empty() && contains(names_of_subcommands(app), first)) {
    return usage_error(first + ": only one subcommand can be given, and " + given.front()->get_name() + " was", help);
  }
  const std::string problem = unexpected.size() > 1 ? "unexpected arguments: " : "unexpected argument: ";
  std::string hint = help;
  if (accepted.command) hint = "write -- before a command, or " + help;
  if (is_command && file == unexpected.begin()) hint = "write -- before the command";
  return usage_error(problem + join(unexpected, " "), hint);
}

}  // namespace wattline::cli
