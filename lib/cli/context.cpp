// SPDX-License-Identifier: Apache-2.0
#include "cli/context.hpp"

#include <cstdio>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "cli/messages.hpp"
#include "io/unread.hpp"

namespace wattline::cli {

io::WriterOptions Context::writer_options(std::vector<std::string> columns, bool header) const {
  return {tags, std::move(columns), header, format};
}

void Context::warn(const std::string& text) {
  partial = true;
  note(text);
}

void Context::warn_once(const std::string& object, const std::string& text) {
  if (warned.insert(object).second) warn(object + ": " + text);
}

void Context::warn_unread() {
  for (const io::UnreadFile& file : io::take_unread()) {
    warn_once(root.machine_path(file.path), std::string("cannot be read: ") + std::strerror(file.error));
  }
}

void Context::warn_broken(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    warn_once(root.machine_path(file), "its counters went back or jumped, what they count in between is NA");
  }
}

void Context::require_all_read(const std::string& hint) const {
  const std::vector<io::UnreadFile> files = io::take_unread();
  if (files.empty()) return;
  const Error error = os_error(root.machine_path(files[0].path), files[0].error);
  throw Error(ExitCode::io, error.what(), hint);
}

void Context::warn_torn(const std::string& file) {
  warn(file + ": the last line is incomplete and was ignored");
}

void Context::note(const std::string& text) const {
  if (log) log(-1, text);
}

void Context::info(const std::string& text) const {
  if (log) log(0, text);
}

void Context::say(const std::string& text) const {
  if (verbosity >= 0) std::fprintf(stderr, "%s: %s\n", tool.c_str(), printable(text).c_str());
}

}  // namespace wattline::cli
