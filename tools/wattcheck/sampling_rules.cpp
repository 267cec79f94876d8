// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/parse.hpp"
#include "wattcheck/rule_functions.hpp"

namespace wattline::wattcheck {

namespace {

double percent(double part, double whole) {
  return 100 * part / whole;
}

std::optional<double> number_in_meta(const File& file, const char* name) {
  const auto values = io::meta_values(file.meta, name);
  return values.empty() ? std::nullopt : to_double(values.back());
}

// The ticks of a log that have no row: as the logger counted them, or by the schedule, which has a tick every
// `interval_s` from the first row to the last, where rows were lost later. If they are spread, each may come a tick
// later.
double missed_ticks(const File& file, double interval_s) {
  const bool spread = number_in_meta(file, "interval_spread").has_value();
  const double due = std::floor((file.last_s - file.first_s) / interval_s + 0.5) + (spread ? 0 : 1);
  return std::max(number_in_meta(file, "missed_ticks").value_or(0), due - static_cast<double>(file.rows));
}

}  // namespace

Finding duration(const Run& run, const Limits& limits) {
  if (!run.phase) return unknown("no counted phase");
  return at_least({run.phase->length_s(), "s", 3}, limits.duration_s, std::string(run.phase->what) + " rows");
}

Finding readings(const Run& run, const Limits& limits) {
  if (!run.power) return unknown(missing_power(run));
  return at_least({static_cast<double>(run.power->fresh_w.count()), "1", 0}, limits.readings, run.where(Kind::power));
}

// One reading more may lie just outside of the phase.
Finding fresh_rate(const Run& run, const Limits& limits) {
  if (!run.power) return unknown(missing_power(run));
  if (!run.stale_known) return unknown("no column stale in " + run.where(Kind::power));
  const auto count = static_cast<double>(run.power->fresh_w.count());
  const double length_s = run.phase->length_s();
  Finding finding = at_least({count / length_s, "1/s", 3}, limits.fresh_per_s, run.where(Kind::power));
  const bool enough = count > 0 && count + 1 >= limits.fresh_per_s * length_s;
  finding.verdict = enough ? Verdict::pass : Verdict::fail;
  return finding;
}

Finding gap(const Run& run, const Limits& limits) {
  if (!run.power) return unknown(missing_power(run));
  return at_most({run.power->longest_gap_s, "s", 3}, limits.gap_s, run.where(run.power->gap_end, Kind::power));
}

Finding stale(const Run& run, const Limits& limits) {
  if (!run.power) return unknown(missing_power(run));
  if (!run.stale_known) return unknown("no column stale in " + run.where(Kind::power));
  if (run.power->known == 0) return fail("", "no reading in the counted phase");
  const auto known = static_cast<double>(run.power->known), repeated = static_cast<double>(run.power->repeated);
  return at_most({percent(repeated, known), "%", 2}, limits.stale_pct, run.where(Kind::power));
}

Finding missed(const Run& run, const Limits& limits) {
  double ticks = 0, missed = 0, worst = -1;
  std::string where;
  for (const File* file : run.files_of(Kind::power)) {
    const auto interval_s = number_in_meta(*file, "interval_s");
    if (!interval_s || *interval_s <= 0) return unknown(file->path + ".meta: no interval_s");
    if (!number_in_meta(*file, "missed_ticks")) return unknown(file->path + ".meta: no missed_ticks");
    const double here = missed_ticks(*file, *interval_s);
    missed += here;
    ticks += here + static_cast<double>(file->rows);
    if (here > worst) where = file->path;
    worst = std::max(worst, here);
  }
  if (ticks == 0) return unknown(missing_power(run));
  return at_most({percent(missed, ticks), "%", 3}, limits.missed_pct, where);
}

// A sensor that always reads the same does not measure.
Finding distinct(const Run& run, const Limits&) {
  if (!run.power) return unknown(missing_power(run));
  constexpr double kFewest = 2;
  return at_least({static_cast<double>(run.power->distinct_w.size()), "1", 0}, kFewest, run.where(Kind::power));
}

// A board that trains feeds nothing back.
Finding negative(const Run& run, const Limits&) {
  if (!run.power) return unknown(missing_power(run));
  const auto count = static_cast<double>(run.power->negative);
  return at_most({count, "1", 0}, 0, run.where(run.power->first_negative, Kind::power));
}

}  // namespace wattline::wattcheck
