// SPDX-License-Identifier: Apache-2.0
// Recorded tables as the benches use them.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/history.hpp"
#include "model/space.hpp"

namespace wattline::bench {

using Table = std::map<model::Mode, model::Outcome>;  // a mode, what was measured in it

// The rows of a file, those of one batch when `batch` is given, flagged ones when `keep_flagged`; duplicates averaged.
Table load(const std::string& path, bool keep_flagged = false, std::optional<std::int64_t> batch = {});
std::vector<model::Mode> modes_of(const Table& table);
std::vector<model::ModeReading> readings_of(const Table& table, const std::vector<model::Mode>& modes);

// What fits of these workloads tell of another.
model::Priors priors_of(const std::vector<const Table*>& references);

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
