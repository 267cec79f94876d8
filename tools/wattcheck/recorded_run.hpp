// SPDX-License-Identifier: Apache-2.0
// One recorded run: its files, and what the rules need to know of their rows.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "io/meta.hpp"
#include "io/tsv_row.hpp"
#include "wattcheck/hold_facts.hpp"
#include "wattcheck/load_facts.hpp"
#include "wattcheck/power_facts.hpp"
#include "wattcheck/step_facts.hpp"
#include "wattcheck/watch_facts.hpp"

namespace wattline::wattcheck {

enum class Kind { power, load, step, epoch, window, watch, residency };
const char* to_string(Kind kind);

// time_s - mono_s of a row: the same in all rows of one boot, unless the wall clock was set.
struct ClockOffset {
  double min_s, max_s;
  long long min_line, max_line;
};

struct File {
  std::string path;
  Kind kind = Kind::power;
  io::Meta meta{};                  // FILE.meta; empty when there is none
  std::string meta_problem{};       // why it cannot be used
  std::set<std::string> columns{};  // their names
  std::set<std::string> sources{};  // values of the column source
  std::optional<ClockOffset> offset{};
  std::optional<long long> back_line{};  // the first row that goes back in time
  double first_s = 0, last_s = 0;        // of its rows (of power: those of the rail)
  long long rows = 0;
  bool torn = false;   // the last line was incomplete
  io::TextLines text;  // that is no rows
};

struct Run {
  std::string rail = "TOTAL";
  bool allow_emulated = false;
  std::vector<File> files;
  bool stale_known = true;     // every power file has the column
  RailFacts rail_facts;        // of the rail, from the meta files
  std::optional<Span> window;  // the part of the run that is judged, where the meta files or rows of pmtune state one
  // The counted phase, which the rules judge: the window, where one is stated; else from the start of the first counted
  // step to the end of the last; without step rows all epochs, and without these the whole power log. Empty when there
  // is nothing of it.
  std::optional<Span> phase;
  std::optional<HeldMode> held;  // by pmtune, in the window
  StepFacts steps;
  EpochFacts epochs;
  std::optional<PowerFacts> power;  // empty without a phase or a row of the rail
  std::optional<LoadFacts> load;    // empty without a phase or a file of load rows
  WatchFacts watch;
  std::optional<Residency> resident;  // the last row of cachestat with a value

  bool has(Kind kind) const;
  std::vector<const File*> files_of(Kind kind) const;
  // "power.tsv:17", or the path alone.
  std::string where(const Place& place) const;
  // The paths of the files of a kind, separated by commas.
  std::string where(Kind kind) const;
  // The place, or else the files of the kind.
  std::string where(const std::optional<Place>& place, Kind kind) const { return place ? where(*place) : where(kind); }
};

// What load rows lack, for the message of a rule that finds no value in the phase in any of `columns`.
std::string missing_in_load(const Run& run, const std::vector<std::string>& columns);
// Why there are no PowerFacts.
std::string missing_power(const Run& run);

}  // namespace wattline::wattcheck
