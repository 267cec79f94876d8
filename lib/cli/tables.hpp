// SPDX-License-Identifier: Apache-2.0
// Tables of modes and profiles as tools take them: the options they share, and what is said about a table.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "cli/context.hpp"
#include "cli/tool.hpp"
#include "io/profiles.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace wattline::cli {

struct TableOptions {
  std::optional<std::int64_t> batch;
  bool keep_flagged = false, allow_mixed = false;
};
// --batch, --keep-flagged, --allow-mixed.
void declare_table(CLI::App& app, TableOptions& options);

// The rows of the file ("-" or empty = stdin), every batch size. Throws a data error for a table without rows, and for
// one that mixes sources unless that is allowed.
io::ProfileTable read_table(Context& context, const std::string& path, io::ProfileNeeds needs,
                            const TableOptions& options);
// The same with one batch size, which the rows then no longer carry.
io::ProfileTable read_one_batch(Context& context, const std::string& path, io::ProfileNeeds needs,
                                const TableOptions& options);

}  // namespace wattline::cli
