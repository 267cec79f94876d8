// SPDX-License-Identifier: Apache-2.0
// What a running tool has access to, and how it warns.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "io/output.hpp"
#include "io/root.hpp"
#include "io/signals.hpp"
#include "io/tsv.hpp"

namespace wattline::cli {

// Everything that run() may touch.
struct Context {
  io::Root root;
  Clock& clock;
  io::Output& out;
  io::Signals& signals;
  std::vector<std::string> command{};  // what followed --
  std::vector<io::Tag> tags{};
  io::RowFormat format = io::RowFormat::tsv;
  std::string tool{};
  std::vector<std::string> argv{};
  int verbosity = 0;  // -1 quiet, 0 warnings, 1 information, 2 debugging
  std::function<void(int level, const std::string& text)> log{};
  bool partial = false;
  std::set<std::string> warned{};

  // How the rows for the user are written; files that other tools read stay TSV.
  io::WriterOptions writer_options(std::vector<std::string> columns = {}, bool header = true) const;

  // A warning on stderr; the tool then ends with status 1 where it would have ended with 0.
  void warn(const std::string& text);
  // The same, once per object.
  void warn_once(const std::string& object, const std::string& text);
  // A warning for each file of the machine that could not be read since the last call (io/unread.hpp).
  void warn_unread();
  // A warning for each file whose counters went back or jumped.
  void warn_broken(const std::vector<std::string>& files);
  // Throws Error{io} that names the first such file.
  void require_all_read(const std::string& hint) const;
  // The warning that a file, or a stream, ended within a line, which its reader discarded.
  void warn_torn(const std::string& file);
  // A note that leaves the status alone.
  void note(const std::string& text) const;
  void info(const std::string& text) const;
  // A result in words, on stderr: "TOOL: TEXT". Not with --quiet.
  void say(const std::string& text) const;
};

}  // namespace wattline::cli
