// SPDX-License-Identifier: Apache-2.0
// The profiles on standard input as the tries of a search.
#pragma once
#include <optional>
#include <string>

#include "pmsearch/options.hpp"

namespace wattline::pmsearch {

struct Tries {
  model::History history;
  std::string source = "NA";
  std::optional<model::Mode> answer;  // of the last row, where the rows are those of a whole search
};
// The input may be empty. A mode whose clocks pmode had to snap is read as the mode of the space that was asked for.
Tries read_tries(cli::Context& context, const SearchOptions& options, const model::Space& space,
                 const model::Goal& goal);

}  // namespace wattline::pmsearch
