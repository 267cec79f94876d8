// SPDX-License-Identifier: Apache-2.0
// The recorded rows of one run, as the rules see them. Times are seconds of CLOCK_MONOTONIC.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/interval_energy.hpp"
#include "base/step_phase.hpp"
#include "io/meta.hpp"

namespace wattline::wattcheck {

enum class Kind { power, load, step, epoch, watch, residency };
const char* to_string(Kind kind);

struct Place {
  std::size_t file = 0;  // index into Run::files
  long long line = 0;    // 0 = the file as a whole
};

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
  std::set<std::string> sources{};  // values of the column source
  std::optional<ClockOffset> offset{};
  std::optional<long long> back_line{};  // the first row that goes back in time
  double first_s = 0, last_s = 0;        // of its rows (of power: those of the rail)
  long long rows = 0;
  bool torn = false;  // the last line was incomplete
};

struct PowerReading {
  double mono_s;
  std::optional<double> power_w;
  bool stale;
  Place place;
};

struct LoadReading {
  double mono_s = 0;
  std::optional<double> cpu_pct, proc_cpu_pct, cpus_online, cpu_khz, gpu_hz, emc_hz;
  std::optional<double> temp_max_c, oc_events, uv_events, read_b_per_s;
  Place place;
};

struct Step {
  double start_s = 0, end_s = 0;
  std::optional<std::int64_t> epoch, number;
  StepPhase phase = StepPhase::counted;
  Place place;
  double length_ms() const { return (end_s - start_s) * 1e3; }
};

struct Epoch {
  double start_s = 0, end_s = 0;
  std::optional<std::int64_t> epoch, steps;
  std::optional<double> resident_pct;
  Place place;
};

// A row of `pmode watch`: a knob left the mode (deviates), or came back to it.
struct WatchEvent {
  double mono_s = 0;
  std::string knob, object, status;
  Place place;
};

struct Residency {
  std::optional<double> resident_pct;
  Place place;
};

struct Span {
  double start_s, end_s;
  const char* what;  // the kind of the rows that it comes from
  double length_s() const { return end_s - start_s; }
  bool holds(double t_s) const { return t_s >= start_s && t_s <= end_s; }
};

struct Run {
  std::string rail = "TOTAL";
  bool allow_emulated = false;
  std::vector<File> files;
  std::vector<PowerReading> readings;  // of the rail
  bool stale_known = true;             // every power file has the column
  RailFacts rail_facts;                // of the rail, from the meta files
  std::vector<LoadReading> load;
  std::vector<Step> steps;
  std::vector<Epoch> epochs;
  std::vector<WatchEvent> watch;
  std::vector<Residency> residency;
  std::optional<Span> window;  // the part of the run that is judged, where the meta files state one

  bool has(Kind kind) const;
  std::vector<const File*> files_of(Kind kind) const;
  // "power.tsv:17", or the path alone.
  std::string where(const Place& place) const;
  // The paths of the files of a kind, separated by commas.
  std::string where(Kind kind) const;
};

// The time that the rules judge: the window, where one is stated; else from the start of the first counted step to the
// end of the last; without step rows all epochs, and without these the whole power log. Empty when there is nothing of
// it.
std::optional<Span> counted_phase(const Run& run);

// The readings in the phase that have a power and that the sensor did not repeat.
std::vector<const PowerReading*> fresh_readings(const Run& run, const Span& phase);

// Logs of the machine may begin and end this much inside of the phase, since they are started and stopped one after the
// other.
inline constexpr double kEdgeS = 5;

// Over-current events are a knob of pmode watch that is none of the mode's.
inline constexpr const char* kOvercurrent = "overcurrent";

// The rows of pmode watch by which a knob was out of the mode in the phase.
std::vector<const WatchEvent*> deviations_in(const Run& run, const Span& phase);

// What load rows lack, for the message of a rule that finds no `column` in the phase.
std::string missing_in_load(const Run& run, const Span& phase, const std::string& column);

// The load rows in the phase.
std::vector<const LoadReading*> load_in(const Run& run, const Span& phase);

}  // namespace wattline::wattcheck
