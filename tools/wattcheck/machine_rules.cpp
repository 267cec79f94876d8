// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/rule_functions.hpp"

namespace wattline::wattcheck {

Finding throttling(const Run& run, const Limits&) {
  if (!run.phase) return unknown("no counted phase");
  if (const WatchEvent* event = run.watch.first_overcurrent()) return fail(kOvercurrent, run.where(event->place));
  if (!run.load) return unknown("no load rows");
  const LoadFacts& load = *run.load;
  if (load.undervoltage) return fail("under-voltage", run.where(*load.undervoltage));
  if (!load.overcurrent_known) return unknown(missing_in_load(run, {"oc_events"}));
  if (!load.first_overcurrent && load.overcurrent_reset) {
    return unknown("oc_events went back in " + run.where(*load.overcurrent_reset));
  }
  if (!load.first_overcurrent && !load.cover_phase()) {
    return unknown(run.where(Kind::load) + " does not cover the counted phase");
  }
  return at_most({load.overcurrent_events, "1", 0}, 0, run.where(load.first_overcurrent, Kind::load));
}

Finding temperature(const Run& run, const Limits& limits) {
  if (!run.load) return unknown("no load rows");
  const auto& hottest = run.load->hottest_c;
  if (!hottest) return unknown(missing_in_load(run, {"temp_max_c"}));
  Finding finding = at_most({hottest->value, "degC", 1}, limits.temperature_c, run.where(hottest->place));
  if (finding.verdict == Verdict::fail || run.load->cover_phase()) return finding;
  return unknown(run.where(Kind::load) + " does not cover the counted phase");
}

Finding other_load(const Run& run, const Limits& limits) {
  if (!run.load) return unknown("no load rows");
  if (!run.load->others_pct.mean())
    return unknown(missing_in_load(run, {"proc_cpu_pct"}) +
                   " (loadlog --cmd or --pid; not known on an emulated board)");
  return at_most({*run.load->others_pct.mean(), "%", 2}, limits.other_load_pct, run.where(Kind::load));
}

Finding disk(const Run& run, const Limits&) {
  if (!run.load) return unknown("no load rows");
  for (const File* file : run.files_of(Kind::load)) {
    const auto chain = io::meta_values(file->meta, "disk");
    if (!chain.empty() && run.load->reads_known) return pass(chain.back(), file->path + ".meta: disk");
  }
  return unknown("no disk in " + run.where(Kind::load) + " (loadlog --disk)");
}

Finding cache(const Run& run, const Limits&) {
  const auto& resident = run.epochs.resident ? run.epochs.resident : run.resident;
  if (!resident) return unknown("no residency (trainstep --residency, or rows of cachestat)");
  return at_least({*resident->resident_pct, "%", 2}, 0, run.where(resident->place));
}

}  // namespace wattline::wattcheck
