// SPDX-License-Identifier: Apache-2.0
// Recorded tables as the benches use them.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/history.hpp"
#include "model/space.hpp"

namespace wattline::bench {

using Table = std::map<model::Mode, model::Outcome>;  // a mode, what was measured in it

// The rows of a file, those of one batch when `batch` is given, flagged ones when `keep_flagged`; duplicates averaged.
Table load(const std::string& path, bool keep_flagged = false, std::optional<std::int64_t> batch = {});
std::vector<model::Mode> modes_of(const Table& table);
std::vector<model::ModeReading> readings_of(const Table& table, const std::vector<model::Mode>& modes);

// A table that `jetsim truth` printed.
struct ExactTable {
  std::string board, workload;
  Table rows;
  std::string name() const { return board + " " + workload; }
};
// From the files "BOARD WORKLOAD.tsv" of a folder, by name. Throws a data error when there are none.
std::vector<ExactTable> exact_tables(const std::string& folder);

// By the name of their network, with the batch size behind it if there are several.
using NamedTables = std::vector<std::pair<std::string, Table>>;

// What fits of these workloads tell of another.
model::Priors priors_of(const std::vector<const Table*>& references);
// Of all tables but those of the same network as `name`, and of all: a prior that is judged in sample.
model::Priors priors_without(const NamedTables& tables, const std::string& name);
model::Priors priors_in_sample(const NamedTables& tables);

// The part of a table on the 3 x 7 x 7 x 3 grid of the AutoCITE draft.
Table grid441(const Table& table);

// Shortest time within the budget; empty when no mode keeps it.
std::optional<double> optimum(const Table& table, double budget_w);
// Budgets from this power on do not bind: the fastest mode keeps them.
double power_of_fastest(const Table& table);

// What every mode would read without noise and faults: a local quadratic fit through its neighbours on the lattice,
// in logs, robust, the mode itself left out.
Table denoise(const Table& table);

}  // namespace wattline::bench
