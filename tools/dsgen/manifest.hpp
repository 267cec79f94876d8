// SPDX-License-Identifier: Apache-2.0
// The list of the files that were made, one row per file, and the options of where they go.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/context.hpp"
#include "cli/option_types.hpp"
#include "cli/row_stream.hpp"
#include "dsgen/store.hpp"

namespace wattline::dsgen {

// Where a set goes, and its manifest.
struct Destination {
  std::string folder;
  cli::RowOptions rows;
};
void declare_destination(cli::App& app, Destination& destination);
// --count and --seed.
void declare_count(cli::App& app, std::size_t& count, std::uint64_t& seed, const char* help = "Number of samples");

class Manifest {
 public:
  // Makes the folder. Throws a usage error when it holds anything.
  Manifest(cli::Context& context, const Destination& destination);
  void add(const std::string& path, std::optional<std::int64_t> label, std::optional<std::int64_t> samples,
           std::int64_t bytes);
  void add(const WrittenFiles& files);

 private:
  cli::RowStream stream_;
};

}  // namespace wattline::dsgen
