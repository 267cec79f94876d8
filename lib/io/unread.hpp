// SPDX-License-Identifier: Apache-2.0
// The machine's files that exist and could not be read. The readers of io/attribute note them and return nothing, as
// for a file that is absent; a tool that would otherwise print less than there is reports them when it ends,
// and one that needs a complete picture refuses to go on without them (cli/context).
#pragma once
#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <string>
#include <vector>

namespace wattline::io {

struct UnreadFile {
  std::string path;  // as it was opened
  int error;
};

// Whether reading failed (EIO, too many open files, no memory). Otherwise the error says something about the file: it
// is absent, may not be read by this user, or has no value now (EBUSY of a CPU cluster that is off, ENODATA).
bool is_read_failure(int error);

// Notes the file once, if reading it failed.
void note_unread(const boost::filesystem::path& path, int error);

// A mark in the list of noted files, and forgetting what was noted after it, for readings that are repeated.
std::size_t unread_count();
void forget_unread_after(std::size_t count);

// All that were noted; the list is empty then.
std::vector<UnreadFile> take_unread();

}  // namespace wattline::io
