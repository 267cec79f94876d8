// SPDX-License-Identifier: Apache-2.0
// One search: what is asked for, and its rows.
#pragma once
#include <functional>

#include "pmsearch/pmsearch.hpp"

namespace wattline::pmsearch {

// Throws usage errors for limits that are missing or make no sense.
model::Goal goal_of(const Options& options);
// `live`: readings come from a device, so the guard is on unless it is switched off.
model::SearchRules rules_of(const Options& options, bool live);

// The modes to choose from, with their batch sizes when the goal uses them. Every row counts, flagged or not.
model::Space space_of(cli::Context& context, const Options& options, const model::Goal& goal);

// What a profile gave, and its `source`.
struct Profiled {
  model::Try entry;
  std::string source;
};
using Profile = std::function<Profiled(const model::Mode&)>;

// Rows of a search in the order of its tries.
class SearchRows {
 public:
  SearchRows(cli::Context& context, const Options& options, const model::Goal& goal);
  // A try and what it gave; the history holds it already.
  void tried(const model::Decision& decision, const Profiled& profiled, const model::History& history);
  // The last row of a search, or the only one of `next`.
  void decided(const model::Decision& decision, const model::History& history, const std::string& source);
  bool reader_gone() { return stream_.output().reader_gone(); }

 private:
  struct Row {
    std::size_t number = 0;
    const char* decision = "";
    std::optional<model::Mode> mode;
    std::optional<model::Outcome> outcome;
    std::optional<double> gain_pct;
  };
  void write(const Row& row, const model::History& history, const std::string& source);
  cli::RowStream stream_;
  const model::Goal& goal_;
};

// Whether a profile of mode `a` is one of `b`: clocks snap to the board's tables as pmode lets them, within 5 %.
bool same_setting(const model::Mode& a, const model::Mode& b);
// The mode of the space that was asked for when this one was profiled, if it is not in the space itself.
std::optional<model::Mode> asked_mode(const model::Space& space, const model::Mode& profiled);

// Tries until the search decides. Returns the exit status. `history`: what is known before.
int search(cli::Context& context, const Options& options, const model::Space& space, const model::Goal& goal,
           const model::SearchRules& rules, const Profile& profile, model::History history = {});

// A recorded table that answers instead of a device.
class Replay {
 public:
  Replay(cli::Context& context, const Options& options, const model::Goal& goal);
  std::vector<model::Mode> modes() const;
  Profiled profile(const model::Mode& mode) const;
  model::History everything() const;

 private:
  std::map<model::Mode, model::Outcome> outcomes_;
};

}  // namespace wattline::pmsearch
