// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/sweep_report.hpp"

#include <fmt/format.h>

#include <map>

#include "base/parse.hpp"
#include "base/statistics.hpp"
#include "io/profile_flags.hpp"
#include "io/training_rows.hpp"

namespace wattline::pmsweep {

namespace {

struct Count {
  long long ok = 0, brief = 0, failed = 0, flagged = 0, invalid = 0;
  std::vector<std::string> deferred;
  std::map<std::string, long long> broken_rules;  // of the invalid
  Running sentinel_ms, sentinel_w;
};

// Coefficient of variation in percent.
std::optional<double> cv_pct(const Running& values) {
  const auto mean = values.mean(), sd = values.sd();
  return mean && sd ? std::optional<double>(100 * *sd / *mean) : std::nullopt;
}

bool has_word(const std::string& list, std::string_view word) {
  for (const std::string_view part : split(list, ',')) {
    if (part == word) return true;
  }
  return false;
}

// A mode that was named and never set is known by its name only.
std::string mode_text(const RowView& row, const std::string& key) {
  if (row.text("cores") == "NA") return key.substr(0, key.rfind('#'));
  return to_string(PowerMode{to_int64(row.text("cores")), to_int64(row.text("cpu_khz")), to_int64(row.text("gpu_hz")),
                             to_int64(row.text("emc_hz"))});
}

void add(Count& count, const RowView& row, const std::string& key) {
  const bool ok = row.has_status(RunStatus::ok);
  if (ok) ++count.ok;
  if (row.has_status(RunStatus::brief)) ++count.brief;
  if (row.has_status(RunStatus::failed)) ++count.failed;
  if (row.has_status(RunStatus::deferred)) count.deferred.push_back(mode_text(row, key));
  if (row.text("verdict") == "invalid") {
    ++count.invalid;
    for (const std::string_view rule : split(row.text("verdict_rules"), ',')) ++count.broken_rules[std::string(rule)];
  }
  const bool sentinel = has_word(row.text("flag"), io::profile_flag::kSentinel);
  if (ok && !sentinel && row.text("flag") != io::profile_flag::kOk) ++count.flagged;
  if (!sentinel || !ok) return;
  if (const auto point = row.point()) {
    count.sentinel_ms.add(point->minibatch_ms);
    count.sentinel_w.add(point->power_w);
  }
}

void write_summary(const std::string& path, const Count& count, double elapsed_s) {
  io::Output out = io::Output::to_file(path);
  io::TsvWriter rows(out, io::run_summary_rows());
  const auto put = [&](const char* name, const std::string& value, const char* unit) {
    rows.text(name).text(value).text(unit).end_row();
  };
  put("elapsed", fmt::format("{:.3f}", elapsed_s), "s");
  put("ok", std::to_string(count.ok), "1");
  put("short", std::to_string(count.brief), "1");
  put("failed", std::to_string(count.failed), "1");
  put("deferred", std::to_string(count.deferred.size()), "1");
  put("flagged", std::to_string(count.flagged), "1");
  put("invalid", std::to_string(count.invalid), "1");
  const auto number = [](const std::optional<double>& value) { return value ? fmt::format("{:.3f}", *value) : "NA"; };
  put("sentinel_runs", std::to_string(count.sentinel_ms.count()), "1");
  put("sentinel_minibatch_cv", number(cv_pct(count.sentinel_ms)), "pct");
  put("sentinel_power_cv", number(cv_pct(count.sentinel_w)), "pct");
}

void print_drift(const Count& count) {
  const auto time = cv_pct(count.sentinel_ms), power = cv_pct(count.sentinel_w);
  if (!time) return;
  std::fprintf(stderr, "pmsweep: sentinel: %lld runs, CV %.2f %% of time, %s of power\n", count.sentinel_ms.count(),
               *time, power ? fmt::format("{:.2f} %", *power).c_str() : "NA");
}

}  // namespace

int report(Journal& journal, const Options& options, double elapsed_s, cli::Context& context) {
  Count count;
  for (Entry& entry : journal.entries()) add(count, RowView(journal.kind(), entry.row), entry.key);
  write_summary(options.out + "/summary.tsv", count, elapsed_s);
  if (!options.sentinel.empty()) print_drift(count);
  if (count.failed + count.brief > 0) {
    // A list on standard input may have come from a program such as pmsearch.
    context.warn(fmt::format("runs without a profile: {} (see the column reason{})", count.failed + count.brief,
                             options.modes == "-" ? "" : "; repeat them with --only missing"));
  }
  if (count.flagged > 0) context.note(fmt::format("doubtful profiles: {} (see the column flag)", count.flagged));
  if (count.invalid > 0) {
    std::vector<std::string> rules;
    for (const auto& [rule, times] : count.broken_rules) rules.push_back(fmt::format("{} {}", rule, times));
    context.note(fmt::format("invalid profiles: {} (by rule of wattcheck: {}; see the column verdict_rules)",
                             count.invalid, join(rules, ", ")));
  }
  if (count.deferred.empty()) return to_int(ExitCode::ok);
  context.note("modes that need a reboot: " + join(count.deferred, " ") + "; reboot and run again with --resume");
  return to_int(ExitCode::try_later);
}

}  // namespace wattline::pmsweep
