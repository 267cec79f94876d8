// SPDX-License-Identifier: Apache-2.0
// Tools with subcommands, such as `pmode set`. Each subcommand owns its options; the tool is a list of subcommands.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/context.hpp"
#include "cli/tool.hpp"

namespace wattline::cli {

struct Subcommand {
  std::string name;
  std::string purpose;                     // one line of the tool's --help
  std::function<void(App&)> declare;       // declares its options and operands
  std::function<int(Context&)> run;        // returns the exit status
  std::vector<const io::RowKind*> rows{};  // its part of --list-columns
  bool wraps_command = false;              // takes a command after --
  bool reads_stdin = false;                // as in About
  std::string other_name{};                // that is understood, but not listed
  bool uses_root = true;                   // false: --root and WATTLINE_ROOT need not exist
};

template <class Options>
Subcommand subcommand(const std::string& name, const std::string& purpose, void (*declare)(App&, Options&),
                      int (*run)(const Options&, Context&), std::vector<const io::RowKind*> rows = {}) {
  const auto options = std::make_shared<Options>();
  return {name, purpose, [options, declare](App& app) { declare(app, *options); },
          [options, run](Context& context) { return run(*options, context); }, std::move(rows)};
}

// The same for a subcommand that takes a command after --.
template <class Options>
Subcommand wrapping_subcommand(const std::string& name, const std::string& purpose, void (*declare)(App&, Options&),
                               int (*run)(const Options&, Context&), std::vector<const io::RowKind*> rows = {}) {
  Subcommand result = subcommand(name, purpose, declare, run, std::move(rows));
  result.wraps_command = true;
  return result;
}

// The same for a subcommand that reads rows from standard input.
template <class Options>
Subcommand reading_subcommand(const std::string& name, const std::string& purpose, void (*declare)(App&, Options&),
                              int (*run)(const Options&, Context&), std::vector<const io::RowKind*> rows = {}) {
  Subcommand result = subcommand(name, purpose, declare, run, std::move(rows));
  result.reads_stdin = true;
  return result;
}

// What a tool does without a subcommand. Its options are those of the tool itself; they may also stand after a
// subcommand, unless they are its own.
struct DefaultAction {
  std::function<void(App&)> declare;
  std::function<int(Context&)> run;  // returns the exit status
  // Of files that only some options ask for: part of --list-columns, but tags may have the names of their columns.
  std::vector<const io::RowKind*> optional_rows{};
  // Takes what follows -- as operands, also those of subcommands that run no command; false where it does not.
  std::function<bool(const std::vector<std::string>& words)> take_operands{};
  bool wraps_command = false;  // takes a command after --
  bool owns_options = false;   // they are refused beside a subcommand, which does not use them
};

// Subcommands and a default action that share options.
struct Actions {
  std::vector<Subcommand> subcommands;
  DefaultAction without_subcommand;
};

// main() of a tool with subcommands. A command after -- that the chosen one does not take is a usage error, and so is
// no subcommand where there is no default action. What `about` says of the subcommands is filled in; their row kinds
// are added to about.rows.
int run_subcommands(int argc, char** argv, About about, const std::vector<Subcommand>& subcommands,
                    const DefaultAction& without_subcommand = {});

}  // namespace wattline::cli
