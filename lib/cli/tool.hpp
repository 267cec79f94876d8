// SPDX-License-Identifier: Apache-2.0
// How every tool starts, handles errors and ends. A tool consists of struct Options, declare() and run(). Files that
// declare options also include cli/option_types.hpp.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/context.hpp"
#include "cli/old_spellings.hpp"
#include "cli/row_stream.hpp"
#include "io/tsv.hpp"

namespace wattline::cli {

struct About {
  std::string name;
  std::string purpose;                   // one line
  std::string examples;                  // shown at the end of --help
  std::vector<const io::RowKind*> rows;  // what --list-columns shows
  bool wraps_command = false;            // takes a command after --
  bool reads_stdin = false;              // rows come on standard input: a FILE operand too many gets the hint `< FILE`
  bool requires_subcommand = false;
  std::vector<std::string> subcommands_that_read{}, subcommands_that_wrap{};  // the same two facts of subcommands
  std::vector<std::string> subcommands_without_root{};
  std::vector<OldSpelling> old_spellings{};
};

// A usage error for a tag with the name of a column of these rows, which would be taken for the data.
void check_tags(const Context& context, const std::vector<const io::RowKind*>& kinds);

// The untyped part of tool_main: `setup` declares the options, `run` does the work and returns the exit status.
int run_tool(int argc, char** argv, const About& about, const std::function<void(App&)>& setup,
             const std::function<int(Context&)>& run);

// main() of a tool is one call of this.
template <class Options>
int tool_main(int argc, char** argv, const About& about, void (*declare)(App&, Options&),
              int (*run)(const Options&, Context&)) {
  Options options;
  return run_tool(
      argc, argv, about, [&](App& app) { declare(app, options); },
      [&](Context& context) {
        check_tags(context, about.rows);
        return run(options, context);
      });
}

}  // namespace wattline::cli
