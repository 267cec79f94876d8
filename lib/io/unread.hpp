// SPDX-License-Identifier: Apache-2.0
// The machine's files that exist but could not be read. The readers of io/attribute note them and return nothing, as
// they do for an absent file. A tool whose output would be incomplete reports them when it ends; a tool that needs all
// of them refuses to continue (cli/context).
#pragma once
#include <string>
#include <vector>

#include "base/not_copyable.hpp"
#include "io/filesystem.hpp"

namespace wattline::io {

struct UnreadFile {
  std::string path;  // as it was opened
  int error;
};

// Whether reading failed (EIO, too many open files, no memory). Otherwise the error says something about the file: it
// is absent, may not be read by this user, or has no value now (EBUSY of a CPU cluster that is off, ENODATA).
bool is_read_failure(int error);

// Notes the file once, if reading it failed.
void note_unread(const fs::path& path, int error);

// Collects what this thread notes during its lifetime. At its end, that goes to the enclosing scope, or to the tool.
class UnreadScope : NotCopyable {
 public:
  UnreadScope();
  ~UnreadScope();
  bool is_empty() const { return files_.empty(); }
  // The readings are repeated, or are reported in another way.
  void forget() { files_.clear(); }

 private:
  friend void note_unread(const fs::path& path, int error);
  UnreadScope* outer_;
  std::vector<UnreadFile> files_;
};

// All that were noted outside a scope; the list is empty then.
std::vector<UnreadFile> take_unread();

}  // namespace wattline::io
