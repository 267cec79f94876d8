// SPDX-License-Identifier: Apache-2.0
// The options of tools that read tables of modes and profiles, and the functions that read these tables, with warnings.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/tool.hpp"
#include "io/profile_table.hpp"

namespace wattline::cli {

struct ProfileOptions {
  std::optional<std::int64_t> batch;
  bool keep_flagged = false, allow_mixed = false;
  const char* batch_option = "--batch";  // for messages
  const io::RowKind* beside = nullptr;   // rows carry the columns that this kind lacks
  std::vector<std::string> map;          // as io/column_map.hpp has it; empty = the table is one of ours
};
// --batch, --keep-flagged, --allow-mixed and --map.
void declare_profile_options(App& app, ProfileOptions& options);
// --batch alone, and --map alone.
void declare_batch(App& app, ProfileOptions& options);
void declare_map(App& app, std::vector<std::string>& map);

// Reads the rows of a file ("-" or empty = standard input), of every batch size. Throws a data error for a table
// without rows and for one of mixed sources, unless that is allowed.
io::ProfileTable read_table(Context& context, const std::string& path, io::ProfileNeeds needs,
                            const ProfileOptions& options);
// Reads the rows of one batch size, which they then no longer carry. Throws a data error when the table has several and
// none is chosen, or none of the chosen one.
io::ProfileTable read_one_batch(Context& context, const std::string& path, io::ProfileNeeds needs,
                                const ProfileOptions& options);
// As read_one_batch(), but the rows keep their batch size.
io::ProfileTable read_with_batch(Context& context, const std::string& path, io::ProfileNeeds needs,
                                 const ProfileOptions& options);
// Keeps the rows of one batch size likewise. `path`: the table's file, for messages.
void keep_one_batch(io::ProfileTable& table, const std::string& path, const ProfileOptions& options);
// Reads the rows of the chosen batch size, or of every one, with their batch size: the chosen one where a row has none.
// Throws a data error when none is chosen for such a row, or when there are no rows of the chosen one.
io::ProfileTable read_batches(Context& context, const std::string& path, io::ProfileNeeds needs,
                              const ProfileOptions& options);
// The modes of the rows of standard input, as read_one_batch() reads them, but a batch size can only be chosen where
// the rows have one. Takes a sixth of the memory of a table.
std::vector<PowerMode> read_modes(Context& context, const ProfileOptions& options);
// Throws a data error for a table with the rows of several boards or hosts: one model is that of one machine.
void require_one_machine(const io::ProfileTable& table, const std::string& path);
// As read_table() of standard input, which may be empty; `one_batch` as read_one_batch().
io::ProfileTable read_history(Context& context, const ProfileOptions& options, bool one_batch);

}  // namespace wattline::cli
