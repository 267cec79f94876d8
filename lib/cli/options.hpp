// SPDX-License-Identifier: Apache-2.0
// CLI11, and options with units.
#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace wattline::cli {

// Options with units; the text is parsed by base/units.hpp, a wrong one is a usage error.
CLI::Option* add_duration(CLI::App& app, const std::string& name, std::int64_t& ns, const std::string& help);
CLI::Option* add_size(CLI::App& app, const std::string& name, std::int64_t& bytes, const std::string& help);
CLI::Option* add_frequency(CLI::App& app, const std::string& name, std::int64_t& hz, const std::string& help);

// A list: commas separate its values, and the option may be repeated. Takes no operand for a value.
CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                      const std::string& help);

}  // namespace wattline::cli
