// SPDX-License-Identifier: Apache-2.0
// The machine's files that exist but could not be read. The readers of io/attribute note them and return nothing, as
// they do for an absent file. A tool whose output would be incomplete reports them when it ends; a tool that needs all
// of them refuses to continue (cli/context).
#pragma once
#include <cstddef>
#include <string>
#include <vector>

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

// A mark in the list of noted files, and forgetting what was noted after it, for readings that are repeated.
std::size_t unread_count();
void forget_unread_after(std::size_t count);

// All that were noted; the list is empty then.
std::vector<UnreadFile> take_unread();

}  // namespace wattline::io
