// SPDX-License-Identifier: Apache-2.0
#include "cli/subcommands.hpp"

#include <cstdlib>

#include "base/parse.hpp"
#include "catch.hpp"
#include "cli/option_types.hpp"

using namespace wattline;

namespace {

struct CountOptions {
  int count = 0;
};

int g_count = 0;
std::vector<std::string> g_outer_command;

int run_count(const CountOptions& options, cli::Context&) {
  g_count = options.count;
  return 0;
}

int run_command(const CountOptions&, cli::Context& context) {
  g_outer_command = context.command;
  return 7;
}

void declare_count(cli::App& app, CountOptions& options) {
  app.add_option("--count", options.count, "a number");
}

int status_of(std::vector<std::string> arguments, const cli::DefaultAction& without_subcommand = {}) {
  ::unsetenv("WATTLINE_ROOT");
  arguments.insert(arguments.begin(), "tool");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  cli::About about;
  about.name = "tool";
  return cli::run_subcommands(static_cast<int>(argv.size()), argv.data(), about,
                              {cli::subcommand("count", "Count", declare_count, run_count),
                               cli::wrapping_subcommand("wrap", "Wrap", declare_count, run_command)},
                              without_subcommand);
}

}  // namespace

TEST_CASE("a subcommand runs with its own options") {
  CHECK(status_of({"count", "--count", "3"}) == 0);
  CHECK(g_count == 3);
}

TEST_CASE("a subcommand is required") {
  CHECK(status_of({}) == 64);
  CHECK(status_of({"other"}) == 64);
}

TEST_CASE("only a subcommand that wraps a command takes one") {
  CHECK(status_of({"wrap", "--", "true", "-x"}) == 7);
  CHECK(g_outer_command == std::vector<std::string>{"true", "-x"});
  CHECK(status_of({"count", "--", "true"}) == 64);
}

TEST_CASE("a default action runs without a subcommand, and a subcommand runs in its place") {
  int number = 0;
  const cli::DefaultAction action{[&](cli::App& app) { app.add_option("--number", number, "a number"); },
                                  [&](cli::Context&) { return 40 + number; }};
  CHECK(status_of({"--number", "2"}, action) == 42);
  CHECK(status_of({"count", "--number", "2"}, action) == 0);
  CHECK(status_of({"--", "true"}, action) == 64);
}

TEST_CASE("options and commands of a default action that shares none are refused after a subcommand") {
  int number = 0;
  cli::DefaultAction action{[&](cli::App& app) { app.add_option("--number", number, "a number"); },
                            [&](cli::Context&) { return 40 + number; }};
  action.owns_options = true;
  action.wraps_command = true;
  CHECK(status_of({"--number", "2", "--", "true"}, action) == 42);
  CHECK(status_of({"count", "--number", "2"}, action) == 64);
  CHECK(status_of({"--number", "2", "count"}, action) == 64);
  CHECK(status_of({"count", "--", "true"}, action) == 64);
  CHECK(status_of({"count", "--root", "/", "--count", "2"}, action) == 0);
}

TEST_CASE("an old option becomes the subcommand in front, with its value") {
  const std::vector<cli::OldSpelling> old{{"--list", "list", false}, {"--from", "import", true}};
  const auto replaced = [&](std::vector<std::string> arguments) {
    const std::string note = cli::replace_old_spelling("tool", old, arguments);
    return join(arguments, " ") + (note.empty() ? "" : "; " + note);
  };
  CHECK(replaced({"-i", "1s", "file"}) == "-i 1s file");
  CHECK(replaced({"-i", "1s", "--list"}) == "list -i 1s; --list is an old spelling, write: tool list");
  CHECK(replaced({"-i", "1s", "--from", "csv", "file"}) ==
        "import csv -i 1s file; --from csv is an old spelling, write: tool import csv");
  CHECK(replaced({"--from=csv"}) == "import csv; --from csv is an old spelling, write: tool import csv");
  CHECK(replaced({"file", "--from"}) == "import file; --from is an old spelling, write: tool import");
}
