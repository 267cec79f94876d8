// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/search_writer.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "cli/shows_progress.hpp"
#include "pmsearch/target.hpp"

namespace wattline::pmsearch {

namespace {

template <class Number>
std::optional<Number> positive(Number value) {
  return value > 0 ? std::optional<Number>(value) : std::nullopt;
}

void print_progress(const SearchRow& row) {
  std::string line = fmt::format("pmsearch: {} {}: {}", row.number, row.decision, to_string(row.mode));
  if (row.minibatch_ms) line += fmt::format(" {:.1f} ms", *row.minibatch_ms);
  if (row.power_w) line += fmt::format(" {:.2f} W", *row.power_w);
  if (row.decision == "failed") line += fmt::format(": {} (logs in {})", row.reason, row.logs);
  if (row.best_ms) line += fmt::format(", best so far {:.1f} ms", *row.best_ms);
  std::fprintf(stderr, "%s\n", line.c_str());
}

}  // namespace

SearchWriter::SearchWriter(cli::Context& context, const cli::RowOptions& options, const model::Space& space,
                           const model::Goal& goal, const model::SearchRules& rules)
    : stream_(context, options, search_rows().kind()),
      space_(space),
      goal_(goal),
      rules_(rules),
      show_progress_(cli::shows_progress(context)) {}

void SearchWriter::tried(const model::Decision& decision, const Profiled& profiled, const model::History& history) {
  SearchRow row = row_of(decision, profiled.entry.outcome, history);
  row.number = static_cast<std::int64_t>(history.tries().size());
  if (!profiled.entry.outcome) row.decision = "failed";
  row.verdict = verdicts_[profiled.entry.mode] = profiled.verdict;
  row.reason = profiled.reason;
  row.logs = profiled.logs;
  row.source = profiled.source;
  write(row);
}

void SearchWriter::decided(const model::Decision& decision, const model::History& history, const std::string& source) {
  SearchRow row = row_of(decision, decision.ends() ? history.outcome(decision.mode) : std::nullopt, history);
  row.number = static_cast<std::int64_t>(history.tries().size() + (decision.ends() ? 0 : 1));
  const auto verdict = verdicts_.find(decision.mode);
  if (verdict != verdicts_.end()) row.verdict = verdict->second;
  row.source = source;
  write(row);
}

SearchRow SearchWriter::row_of(const model::Decision& decision, const std::optional<model::Outcome>& outcome,
                               const model::History& history) const {
  SearchRow row;
  row.decision = to_string(decision.kind);
  row.expected_gain_pct = positive(100 * decision.gain);
  if (decision.known) {
    row.mode = model::to_power_mode(decision.mode);
    row.batch = positive(decision.mode[model::kBatch]);
  }
  if (outcome) {
    row.minibatch_ms = positive(outcome->minibatch_ms);
    row.power_w = positive(outcome->power_w);
    row.minibatch_se_ms = positive(outcome->minibatch_ms * outcome->log_ms_sd);
    row.power_se_w = positive(outcome->power_w * outcome->log_w_sd);
    row.energy_j = outcome->minibatch_ms * outcome->power_w * 1e-3;
    set_target_costs(row, goal_, decision.mode, *outcome);
    row.infer_ms = positive(outcome->infer_ms);
    row.latency_ms = positive(outcome->latency_ms);
  }
  if (const auto best = model::best_so_far(space_, goal_, rules_, history)) row.best_ms = best->outcome.minibatch_ms;
  return row;
}

void SearchWriter::write(const SearchRow& row) {
  search_rows().write(stream_.rows(), row);
  if (show_progress_) print_progress(row);
}

}  // namespace wattline::pmsearch
