// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "base/parse.hpp"
#include "base/power_mode.hpp"
#include "wattcheck/rule_functions.hpp"

namespace wattline::wattcheck {

namespace {

std::set<std::string> values_of(const File& file, const char* name) {
  const auto values = io::meta_values(file.meta, name);
  return {values.begin(), values.end()};
}

// What a meta file says of the mode: held, left, or nothing. `during`: of the command that the tool ran, whose mode may
// differ from the one before and after it.
struct MetaMode {
  Finding finding;
  bool during = false;
};

MetaMode mode_in_meta(const File& file) {
  const auto start = values_of(file, "mode_start"), end = values_of(file, "mode_end"),
             during = values_of(file, "mode_during");
  const std::string where = file.path + ".meta";
  if (during.size() > 1) return {fail(join({during.begin(), during.end()}, ","), where + ": mode_during")};
  if (start.empty() || end.empty()) return {unknown(where + ": no mode_start and mode_end")};
  if (start != end) return {fail(*start.begin() + "," + *end.begin(), where + ": mode_start, mode_end")};
  const std::string mode = during.empty() ? *start.begin() : *during.begin();
  if (mode == to_string(PowerMode{})) return {unknown(where + ": no clock or core could be read")};
  return {pass(mode, where), !during.empty()};
}

bool watch_covers(const File& file, const Span& phase) {
  const auto at = [&](const char* name) {
    const auto values = io::meta_values(file.meta, name);
    return values.empty() ? std::nullopt : to_double(values.back());
  };
  const auto start_s = at("first_check_mono_s"), end_s = at("last_check_mono_s");
  return start_s && end_s && *start_s <= phase.start_s + kEdgeS && *end_s >= phase.end_s - kEdgeS;
}

}  // namespace

Finding mode(const Run& run, const Limits&) {
  if (!run.phase) return unknown("no counted phase");
  if (const WatchEvent* event = run.watch.first_deviation()) {
    return fail(event->knob + " " + event->object, run.where(event->place));
  }
  if (run.held && run.held->mode == "NA") return unknown(run.where(run.held->place) + ": no mode");
  if (run.held) return pass(run.held->mode, run.where(run.held->place));
  Finding held = unknown("no FILE.meta with mode_start and mode_end, no rows of pmode watch");
  std::map<bool, Finding> of_metas;
  for (const File& file : run.files) {
    if (file.kind == Kind::watch && watch_covers(file, *run.phase)) {
      const auto watched = values_of(file, "mode");
      held = pass(watched.empty() ? "" : *watched.begin(), file.path);
    }
    if (file.kind != Kind::power && file.kind != Kind::load) continue;
    const MetaMode here = mode_in_meta(file);
    if (here.finding.verdict == Verdict::fail) return here.finding;
    if (here.finding.verdict == Verdict::unknown) continue;
    const Finding& other = of_metas.emplace(here.during, here.finding).first->second;
    if (other.value != here.finding.value) {
      return fail(other.value + "," + here.finding.value, other.where + "," + here.finding.where);
    }
  }
  if (!of_metas.empty()) held = of_metas.rbegin()->second;
  return held;
}

// By how much a clock varies, in % of its largest value.
Finding clocks(const Run& run, const Limits& limits) {
  if (!run.load) return unknown("no load rows");
  double widest_pct = 0;
  std::optional<Place> lowest;
  for (const LoadFacts::Spread& clock : run.load->clocks) {
    if (!clock.high || clock.high->value <= 0) continue;
    const double pct = 100 * (1 - clock.low->value / clock.high->value);
    if (lowest && pct <= widest_pct) continue;
    widest_pct = pct;
    lowest = clock.low->place;
  }
  if (!lowest) return unknown(missing_in_load(run, {"cpus_online", "cpu_khz", "gpu_hz", "emc_hz"}));
  return at_most({widest_pct, "%", 2}, limits.clock_spread_pct, run.where(*lowest));
}

}  // namespace wattline::wattcheck
