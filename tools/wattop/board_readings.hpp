// SPDX-License-Identifier: Apache-2.0
// What is known of a board: the latest rows of powerlog and loadlog, a minute of history, and what happened.
#pragma once
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/power_mode.hpp"
#include "base/running_energy.hpp"
#include "platform/load/load_row.hpp"

namespace wattline::wattop {

constexpr double kHistoryS = 60;

enum class RailOrder { board, power, name };
enum class ProgramUnit { processes, groups };

struct RailView {
  struct Reading {
    double mono_s;
    std::optional<double> power_w;
  };
  std::string name, scope;
  RailFacts facts;
  std::deque<Reading> history;  // the last of them is the present one
  RunningEnergy energy;         // since the start, or since the last reset

  std::optional<double> power_w() const { return history.empty() ? std::nullopt : history.back().power_w; }
};

// Where the kernel slows the board down because of a zone, or shuts it down.
struct TripView {
  double celsius;
  std::string type;
};

struct ZoneView {
  std::string name;
  double celsius;
  std::optional<TripView> trip;

  double below_trip() const { return trip ? trip->celsius - celsius : 0; }
};

// A program of the latest tick, and what it adds to the power of the board.
struct ProgramView {
  std::string name;
  double busy_cores;  // NaN for what is no program: the idle board, and all programs
  std::optional<double> power_w, low_w, high_w;
  std::optional<double> share_pct;  // of the power of the board at that time
};

struct BoardEvent {
  double time_s;  // of the wall clock
  std::string text;
};

struct BoardReadings {
  std::string model, release, source, disk;  // as the meta files say
  std::string mode;
  ModeRequest limits;  // those of the mode
  std::optional<bool> pinned;
  std::set<std::string> capped;  // cpu, gpu, emc
  double time_s = 0;             // of the latest row
  std::vector<RailView> rails;
  long long ticks = 0;        // of the power
  std::string power_problem;  // why there is none
  platform::LoadRow load;
  std::vector<ZoneView> zones;
  long long samples = 0;  // of the load
  std::string load_problem;
  std::vector<ProgramView> processes, groups;  // by process group and by control group
  std::string program_problem;
  std::deque<BoardEvent> events;  // the latest is the last
};

}  // namespace wattline::wattop
