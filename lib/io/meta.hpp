// SPDX-License-Identifier: Apache-2.0
// FILE.meta beside a file of rows: "name value" rows that say where the rows came from. If several runs appended to
// FILE, it holds one record per run, and each record after the first begins with the row kAppendedAt.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "io/root.hpp"

namespace wattline::io {

using Meta = std::vector<std::pair<std::string, std::string>>;

// The size of FILE, in bytes, at which the rows of this record's run begin.
inline constexpr const char* kAppendedAt = "appended_at_b";

// tool, version, argv, host, boot_id, kernel, root, source, start times.
Meta common_meta(const std::string& tool, const std::vector<std::string>& argv, const Root& root);

// Replaces the file as a whole (io/replace_file.hpp), so that a reader never sees half of it. `earlier` is what
// read_meta_records() returned: the records of earlier runs, which stay in front of this one.
void write_meta(const std::string& path, const Meta& meta, const std::string& earlier = {});
// Rows that follow those which are in a stream already.
void add_meta(const std::string& path, const Meta& meta);

// Meta files are read with the rights of who called sudo (io/caller.hpp), and only if they are regular files.

// The rows of the last record; empty when the file is absent, or when it cannot be used: then `problem` is the reason.
Meta read_meta(const std::string& path, std::string& problem);
// The same; throws when the file cannot be used.
Meta read_meta(const std::string& path);
// All records as text, as write_meta() takes them; empty when the file is absent. Throws when it is there and cannot be
// used.
std::string read_meta_records(const std::string& path);
// The values with this name.
std::vector<std::string> meta_values(const Meta& meta, const std::string& name);
// Every value with this name in the last record; empty when the file is absent.
std::vector<std::string> read_meta(const std::string& path, const std::string& name);

}  // namespace wattline::io
