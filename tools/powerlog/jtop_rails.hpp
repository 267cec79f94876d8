// SPDX-License-Identifier: Apache-2.0
// The names under which jetson_stats records powers, and which of them is the board's total.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "powerlog/import_options.hpp"

namespace wattline::powerlog {

constexpr const char* kJtopLogTotal = "jtop_total";
constexpr double kJtopWatt = 1e-3;  // jetson_stats counts in mW, mV and mA

// The rail of a name in jtop.stats: "Power VDD_IN" and "Power TOT" since 4.2, "power cur" before, as in the published
// runs of 2024. Empty for any other name.
std::optional<std::string> jtop_rail_of(const std::string& name);

// The names whose power is that of an unknown rail: jetson_stats 4.2.0 to 4.2.9 write the power of the last rail under
// the name of the last temperature, "Power tj" beside "Temp tj".
std::vector<std::string> jtop_misnamed(const std::vector<std::string>& names);
void note_misnamed(const std::string& file, const std::vector<std::string>& misnamed, const cli::Context& context);

// Calls the total by the name of the board's input rail where jetson_stats took it for the total (since 4.2), and notes
// why there is no TOTAL where it is all there is. Returns the options whose rule gives TOTAL.
ImportOptions settle_jtop_total(std::vector<std::string>& rails, bool since_4_2, const ImportOptions& options,
                                const cli::Context& context);

}  // namespace wattline::powerlog
