// SPDX-License-Identifier: Apache-2.0
// How every tool of the suite starts, fails and ends, what it may touch, and the rows it prints. A tool is three
// things: struct Options, declare(), run(). Files that declare options include cli/options.hpp too.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "io/meta.hpp"
#include "io/output.hpp"
#include "io/root.hpp"
#include "io/signals.hpp"
#include "io/tsv.hpp"

namespace CLI {
class App;  // slow to compile, so only cli/options.hpp includes it
}  // namespace CLI

namespace wattline::cli {

struct About {
  std::string name;
  std::string purpose;                   // one line
  std::string examples;                  // shown at the end of --help
  std::vector<const io::RowKind*> rows;  // what --list-columns shows
  bool wraps_command = false;            // takes a command after --
};

// Everything that run() may touch.
struct Context {
  io::Root root;
  Clock& clock;
  io::Output& out;
  io::Signals& signals;
  std::vector<std::string> command{};  // what followed --
  std::vector<io::Tag> tags{};
  std::string tool{};
  std::vector<std::string> argv{};
  int verbosity = 0;  // -1 quiet, 0 warnings, 1 information, 2 debugging
  std::function<void(int level, const std::string& text)> log{};
  bool partial = false;
  std::set<std::string> warned{};

  // A warning on stderr; the tool then ends with status 1 where it would have ended with 0.
  void warn(const std::string& text);
  // The same, once per object.
  void warn_once(const std::string& object, const std::string& text);
  // A note that leaves the status alone.
  void note(const std::string& text) const;
  void info(const std::string& text) const;
};

// -o, --append, --columns, --no-header of tools that print rows.
struct RowOptions {
  std::string output;
  bool append = false;
  std::vector<std::string> columns;
  bool no_header = false;
  std::string meta;  // where the meta rows go; empty = FILE.meta beside -o FILE
};
void declare_rows(CLI::App& app, RowOptions& options);

// The stream of rows a tool prints: stdout or -o FILE (with FILE.meta), tags in front.
class RowStream {
 public:
  // With a file, `meta` is written beside it at once; write_meta() replaces it later.
  RowStream(Context& context, const RowOptions& options, const io::RowKind& kind, const io::Meta& meta = {});
  io::TsvWriter& rows() { return writer_; }
  io::Output& output() { return file_ ? *file_ : context_.out; }
  void write_meta(const io::Meta& more) { write_meta(meta_path_, more); }
  // Sets the file aside as FILE.1, FILE.2 ... (in the order of time), each with a meta file of its own that says
  // `more`, and goes on in a new one. Without a file nothing happens.
  void rotate(const io::Meta& more);

 private:
  void write_meta(const std::string& path, const io::Meta& more);
  Context& context_;
  std::unique_ptr<io::Output> file_;
  std::string path_;
  int rotations_ = 0;
  std::string meta_path_;
  io::TsvWriter writer_;
};

// The untyped part of tool_main: `setup` declares the options, `run` does the work and returns the exit status.
int run_tool(int argc, char** argv, const About& about, const std::function<void(CLI::App&)>& setup,
             const std::function<int(Context&)>& run);

// main() of a tool is one call of this.
template <class Options>
int tool_main(int argc, char** argv, const About& about, void (*declare)(CLI::App&, Options&),
              int (*run)(const Options&, Context&)) {
  Options options;
  return run_tool(
      argc, argv, about, [&](CLI::App& app) { declare(app, options); },
      [&](Context& context) { return run(options, context); });
}

}  // namespace wattline::cli
