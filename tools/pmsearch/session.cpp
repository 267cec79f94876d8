// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/session.hpp"

#include <cstdlib>

#include "io/rows.hpp"
#include "model/profiles.hpp"

namespace wattline::pmsearch {

namespace {

using model::Decision;
using model::Objective;

const char* word(Decision::Kind kind) {
  switch (kind) {
    case Decision::Kind::start:
      return "start";
    case Decision::Kind::explore:
      return "explore";
    case Decision::Kind::recheck:
      return "recheck";
    case Decision::Kind::answer:
      return "answer";
    case Decision::Kind::infeasible:
      break;
  }
  return "infeasible";
}

// The published policies end by themselves; a cap beyond their reach leaves them alone. The guard needs a few more.
std::size_t default_profiles(const std::string& policy, bool guard) {
  constexpr std::size_t kUnbounded = 1'000'000, kGradient = 15;  // the authors' script stops GMD at 15
  constexpr std::size_t kForGuard = 2;
  if (policy == "bs") return kUnbounded;
  return policy == "gmd" ? kGradient : model::SearchRules().max_profiles + (guard ? kForGuard : 0);
}

}  // namespace

model::Goal goal_of(const Options& options) {
  model::Goal goal;
  goal.objective = model::parse_objective(options.objective);
  goal.power_w = options.budget_w;
  goal.minibatch_ms = options.deadline_ms;
  goal.latency_ms = options.latency_ms;
  goal.arrivals_per_s = options.rate_per_s;
  goal.check();
  return goal;
}

model::SearchRules rules_of(const Options& options, bool live) {
  model::SearchRules rules;
  rules.guard = options.guard || (live && !options.no_guard);
  rules.max_profiles = options.max_profiles > 0 ? options.max_profiles : default_profiles(options.policy, rules.guard);
  rules.min_gain = options.min_gain_pct / 100;
  rules.power_cap_w = options.power_cap_w;
  rules.seed = options.seed;
  return rules;
}

model::Space space_of(cli::Context& context, const Options& options, const model::Goal& goal) {
  const bool batches = goal.objective == Objective::concurrent;
  const auto table = batches ? cli::read_table(context, options.modes, io::ProfileNeeds::mode, options.table)
                             : cli::read_one_batch(context, options.modes, io::ProfileNeeds::mode, options.table);
  model::Space space(model::modes_of(table));
  if (batches && space.axis(model::kBatch).front() == 0) {
    throw data_error(options.modes + ": a mode without a batch size", "--objective concurrent chooses one");
  }
  return space;
}

bool same_setting(const model::Mode& a, const model::Mode& b) {
  if (a[model::kCores] != b[model::kCores] || a[model::kBatch] != b[model::kBatch]) return false;
  for (const model::Axis axis : {model::kCpu, model::kGpu, model::kEmc}) {
    const auto off = static_cast<double>(std::abs(a[axis] - b[axis]));
    if (off > 0.05 * static_cast<double>(b[axis])) return false;
  }
  return true;
}

std::optional<model::Mode> asked_mode(const model::Space& space, const model::Mode& profiled) {
  if (space.find(profiled)) return std::nullopt;
  for (const model::Mode& mode : space.modes()) {
    if (same_setting(profiled, mode)) return mode;
  }
  return std::nullopt;
}

SearchRows::SearchRows(cli::Context& context, const Options& options, const model::Goal& goal)
    : stream_(context, options.rows, io::search_rows()), goal_(goal) {}

void SearchRows::tried(const Decision& decision, const Profiled& profiled, const model::History& history) {
  const bool failed = !profiled.entry.outcome;
  const auto gain = decision.gain > 0 ? std::optional<double>(100 * decision.gain) : std::nullopt;
  write({history.tries().size(), failed ? "failed" : word(decision.kind), decision.mode, profiled.entry.outcome, gain},
        history, profiled.source);
}

void SearchRows::decided(const Decision& decision, const model::History& history, const std::string& source) {
  const bool ends = decision.kind == Decision::Kind::answer || decision.kind == Decision::Kind::infeasible;
  const auto gain = decision.gain > 0 ? std::optional<double>(100 * decision.gain) : std::nullopt;
  Row row{history.tries().size() + (ends ? 0 : 1), word(decision.kind), decision.mode, std::nullopt, gain};
  if (ends) row.outcome = history.outcome(decision.mode);
  if (!decision.known) row.mode.reset();
  write(row, history, source);
}

void SearchRows::write(const Row& row, const model::History& history, const std::string& source) {
  const PowerMode mode = row.mode ? model::to_power_mode(*row.mode) : PowerMode();
  const auto best = history.best(goal_);
  const auto& outcome = row.outcome;
  const auto value = [&](double model::Outcome::*part) {
    return outcome && (*outcome).*part > 0 ? std::optional<double>((*outcome).*part) : std::nullopt;
  };
  io::TsvWriter& out = stream_.rows();
  out.integer(static_cast<std::int64_t>(row.number));
  out.integer(mode.cores).integer(mode.cpu_khz).integer(mode.gpu_hz).integer(mode.emc_hz);
  out.number(value(&model::Outcome::minibatch_ms)).number(value(&model::Outcome::power_w)).text(row.decision);
  out.number(best ? std::optional<double>(best->outcome.minibatch_ms) : std::nullopt).number(row.gain_pct);
  out.number(outcome ? std::optional<double>(outcome->minibatch_ms * outcome->power_w * 1e-3) : std::nullopt);
  const std::int64_t batch = row.mode ? (*row.mode)[model::kBatch] : 0;
  out.integer(batch > 0 ? std::optional<std::int64_t>(batch) : std::nullopt);
  out.number(value(&model::Outcome::infer_ms)).text(source).end_row();
}

int search(cli::Context& context, const Options& options, const model::Space& space, const model::Goal& goal,
           const model::SearchRules& rules, const Profile& profile, model::History history) {
  const model::Policy policy = model::find_policy(options.policy, goal);
  std::string source = options.replay.empty() ? "NA" : "replayed";
  SearchRows rows(context, options, goal);
  while (!rows.reader_gone()) {
    const Decision decision = model::decide(space, goal, rules, policy, history);
    if (decision.kind == Decision::Kind::answer || decision.kind == Decision::Kind::infeasible) {
      rows.decided(decision, history, source);
      return to_int(decision.kind == Decision::Kind::answer ? ExitCode::ok : ExitCode::partial);
    }
    const Profiled profiled = profile(decision.mode);
    if (context.signals.stop() != 0) return 128 + context.signals.stop();
    history.add(profiled.entry);
    source = profiled.source;
    rows.tried(decision, profiled, history);
  }
  return to_int(ExitCode::ok);
}

}  // namespace wattline::pmsearch
