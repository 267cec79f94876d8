// SPDX-License-Identifier: Apache-2.0
// Writes the rows of a search, in the order of its tries, and its progress on a terminal.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "cli/tool.hpp"
#include "model/search.hpp"
#include "pmsearch/rows.hpp"

namespace wattline::pmsearch {

// What a profile gave, and further columns of its row.
struct Profiled {
  model::Try entry;
  std::string verdict, source;
  std::string reason = "NA", logs = "NA";
};

class SearchWriter {
 public:
  // Keeps references to the last three.
  SearchWriter(cli::Context& context, const cli::RowOptions& options, const model::Space& space,
               const model::Goal& goal, const model::SearchRules& rules);
  // A try and its result, which the history already has.
  void tried(const model::Decision& decision, const Profiled& profiled, const model::History& history);
  // The last row of a search, or the only one of `next`.
  void decided(const model::Decision& decision, const model::History& history, const std::string& source);
  bool reader_gone() { return stream_.output().reader_gone(); }

 private:
  SearchRow row_of(const model::Decision& decision, const std::optional<model::Outcome>& outcome,
                   const model::History& history) const;
  void write(const SearchRow& row);
  cli::RowStream stream_;
  std::map<model::Mode, std::string> verdicts_;  // of the latest profile of each mode
  const model::Space& space_;
  const model::Goal& goal_;
  const model::SearchRules& rules_;
  const bool show_progress_;
};

}  // namespace wattline::pmsearch
