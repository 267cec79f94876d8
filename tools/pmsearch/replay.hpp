// SPDX-License-Identifier: Apache-2.0
// A recorded table that answers instead of a device.
#pragma once
#include <map>
#include <vector>

#include "pmsearch/options.hpp"
#include "pmsearch/search_writer.hpp"

namespace wattline::pmsearch {

class Replay {
 public:
  // Reads the tables. Throws a data error when no row can be used.
  Replay(cli::Context& context, const RunOptions& options, const model::Goal& goal);
  std::vector<model::Mode> modes() const;
  // A failed try for a mode that the table lacks.
  Profiled profile(const model::Mode& mode) const;
  model::History everything() const;

 private:
  std::map<model::Mode, model::Outcome> outcomes_;
};

}  // namespace wattline::pmsearch
