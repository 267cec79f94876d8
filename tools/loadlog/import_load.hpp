// SPDX-License-Identifier: Apache-2.0
// `loadlog import`: load rows from a file that another tool recorded.
#pragma once
#include <string>

#include "cli/subcommands.hpp"

namespace wattline::loadlog {

// Of files to import.
enum class LoadFormat { tegrastats };

struct LoadImport {
  LoadFormat format = LoadFormat::tegrastats;
  std::string file;  // - is standard input
  bool per_core = false;
  cli::RowOptions rows;
};

// Rows have no mono_s.
int import_load(const LoadImport& options, cli::Context& context);

cli::Subcommand import_subcommand();

}  // namespace wattline::loadlog
