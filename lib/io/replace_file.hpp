// SPDX-License-Identifier: Apache-2.0
// Files that are replaced as a whole.
#pragma once
#include <functional>
#include <string>

#include "io/output.hpp"

namespace wattline::io {

// unsynced: for a file that is written every second, which must not wait for a slow disk. After a power cut it may be
// empty.
enum class Durability { synced, unsynced };

// Writes a new file beside PATH with `write`, fsyncs it, renames it to PATH and fsyncs the folder: a reader, or a
// machine that loses power, finds the old file or the new one and never half of one. The permissions and the owner stay
// those of the old file. Throws Error{io}; the old file is then still there.
// Written in place: what is no regular file (a FIFO), an open descriptor (/dev/stdout), and a file whose folder may not
// be written or whose owner cannot be kept. All with the rights of who called sudo.
void replace_file(const std::string& path, const std::function<void(Output&)>& write,
                  Durability durability = Durability::synced);

// Whether PATH names a FIFO, a device or an open descriptor, where what is written follows what was written before.
bool is_stream(const std::string& path);

// Throws now what replace_file() would throw when it opens the file: for what is written after hours of work.
void check_replaceable(const std::string& path);

// The same for a file of the machine, such as a note in /run: with the process's own rights, without following links,
// confined to the machine's root (io/confined.hpp), never in place.
void replace_machine_file(const std::string& path, const std::function<void(Output&)>& write);
// Removes such a file. One that is not there is no error, and neither is one that may not be removed.
void remove_machine_file(const std::string& path);

}  // namespace wattline::io
