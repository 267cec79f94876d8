// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/options.hpp"

#include <cmath>
#include <map>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "cli/option_types.hpp"
#include "model/profile_import.hpp"
#include "model/reference_fit.hpp"

namespace wattline::pmsearch {

namespace {

using model::Objective;
using model::Policy;

constexpr double kMinGainPct = 0.1;

const cli::Choices<Policy> kPolicies{{"physics", Policy::physics},
                                     {"bs", Policy::binary},
                                     {"gmd", Policy::gradient},
                                     {"random", Policy::random},
                                     {"lookup", Policy::lookup}};
const cli::Choices<model::LatencyKind> kQuantiles{
    {"p50", model::LatencyKind::p50}, {"p95", model::LatencyKind::p95}, {"p99", model::LatencyKind::p99}};

// "200ms", or "p99=200ms".
void take_latency(SearchOptions& options, const std::string& text) {
  const std::size_t equals = text.find('=');
  options.latency_ms = cli::parse_milliseconds(equals == std::string::npos ? text : text.substr(equals + 1));
  if (equals == std::string::npos) return;
  const std::string quantile = text.substr(0, equals);
  for (const auto& [name, kind] : kQuantiles) {
    if (quantile != name) continue;
    options.latency_kind = kind;
    return;
  }
  throw usage_error("'" + quantile + "' is not one of p50, p95, p99");
}

void declare_goal(cli::App& app, SearchOptions& options) {
  cli::add_choice(app, "--objective", options.objective,
                  {{"time", Objective::time},
                   {"energy", Objective::energy},
                   {"edp", Objective::energy_delay},
                   {"knee", Objective::knee},
                   {"concurrent", Objective::concurrent}},
                  "What to minimize; edp is energy times delay, knee a compromise between time and power");
  app.add_option("--budget", options.budget_w, "Power limit in watts");
  app.add_text_option("--deadline", "TIME", "Time limit of a minibatch; a number without a unit is in milliseconds",
                      [&options](const std::string& text) { options.deadline_ms = cli::parse_milliseconds(text); });
  app.add_text_option(
      "--latency", "[QUANTILE=]TIME",
      "Time limit of an inference request; concurrent: or of a quantile that was measured, as in p99=200ms",
      [&options](const std::string& text) { take_latency(options, text); });
  app.add_option("--rate", options.rate_per_s, "Inference requests per second");
  app.add_option("--axes", options.axes, "Choose this, too, and minimize per sample: batch")
      .allow_extra_args(false)
      .check(cli::one_of({"batch"}));
  app.add_option("--target-samples", options.target_samples,
                 "With --axes batch: table of the samples that training takes to a target accuracy; the objective is "
                 "that of this training");
}

void declare_rules(cli::App& app, SearchOptions& options) {
  cli::add_choice(app, "--policy", options.policy, kPolicies, "How to choose the next mode");
  app.add_option("--max-profiles", options.max_profiles,
                 "Largest number of profiles [10, with the guard 12; gmd: 15; bs: no limit]")
      .check(cli::between(1, 1'000'000));
  app.add_option(
         "--min-gain", options.min_gain_pct,
         "After 10 profiles, stop when the objective is expected to improve by less than this percentage; 0 = never "
         "[0.1]")
      .check(cli::not_negative());
  app.add_option("--never-above", options.power_cap_w, "Never profile a mode that may draw more than this many watts")
      .check(cli::positive());
  app.add_option("--seed", options.seed, "Seed of --policy random [1]");
}

void declare_input(cli::App& app, SearchOptions& options) {
  app.add_flag("--guard", options.guard,
               "Ignore probable faults, and repeat an answer that is doubtful or near a limit (default, except with "
               "--replay)");
  app.add_flag("--no-guard", options.no_guard, "Take each reading as it is").excludes(app.option("--guard"));
  app.add_option("--modes", options.modes, "File of the modes to choose from");
  app.add_option("--prior", options.priors,
                 "Table of profiles of another workload, also of another board, to start from (repeatable)")
      .allow_extra_args(false);
  cli::declare_profile_options(app, options.table);
  cli::declare_rows(app, options.rows);
}

void check_positive(const std::optional<double>& limit, const char* option) {
  if (limit && !(*limit > 0 && std::isfinite(*limit))) throw usage_error(std::string(option) + ": must be positive");
}

void check_limits(const SearchOptions& options) {
  check_positive(options.budget_w, "--budget");
  check_positive(options.deadline_ms, "--deadline");
  check_positive(options.latency_ms, "--latency");
  check_positive(options.rate_per_s, "--rate");
  if (options.objective == Objective::time && !options.budget_w) {
    throw usage_error("--objective time requires --budget W");
  }
  if (options.objective == Objective::energy && !options.deadline_ms && !options.budget_w) {
    throw usage_error("--objective energy requires --deadline TIME, --budget W or both");
  }
  if (options.objective == Objective::concurrent && (!options.latency_ms || !options.rate_per_s)) {
    throw usage_error("--objective concurrent requires --latency TIME and --rate PER_S");
  }
}

// Of the batch size, where it is chosen.
void check_axes(const SearchOptions& options) {
  const bool batch = !options.axes.empty(), served = options.latency_ms || options.rate_per_s;
  if (batch && options.table.batch) throw usage_error("--axes batch cannot be combined with --batch");
  if (!batch && !options.target_samples.empty()) throw usage_error("--target-samples requires --axes batch");
  if (served && !options.target_samples.empty()) {
    throw usage_error("--target-samples is for training and cannot be combined with --rate and --latency");
  }
  if (batch && options.objective == Objective::concurrent) {
    throw usage_error("--objective concurrent chooses the inference batch and cannot be combined with --axes batch");
  }
  if (batch && options.latency_kind != model::LatencyKind::computed) {
    throw usage_error("--latency QUANTILE=TIME requires --objective concurrent", "leave out the quantile");
  }
  if (batch && (options.policy == Policy::binary || options.policy == Policy::gradient)) {
    throw usage_error("--axes batch requires another policy", "use --policy physics");
  }
  if (served && options.objective != Objective::concurrent && !(batch && options.latency_ms && options.rate_per_s)) {
    throw usage_error("--latency and --rate require each other, and --objective concurrent or --axes batch");
  }
}

// Options that the policy would ignore.
void check_options_of_policy(const SearchOptions& options) {
  const bool predicts = options.policy == Policy::physics;
  if (options.min_gain_pct && !predicts) throw usage_error("--min-gain requires --policy physics");
  if (!options.priors.empty() && !predicts) throw usage_error("--prior requires --policy physics");
  if (options.power_cap_w && !predicts) {
    throw usage_error("--never-above requires --policy physics", "other policies do not predict the power of a mode");
  }
  if (options.seed && options.policy != Policy::random) throw usage_error("--seed requires --policy random");
  if (options.max_profiles > 0 && options.policy == Policy::lookup) {
    throw usage_error("--max-profiles cannot be combined with --policy lookup, which makes no profiles");
  }
}

void check_policy(const SearchOptions& options) {
  check_options_of_policy(options);
  if (model::supports(options.policy, options.objective)) return;
  for (const auto& [name, policy] : kPolicies) {
    if (policy != options.policy) continue;
    throw usage_error(std::string("--policy ") + name + " supports only --objective time", "use --policy physics");
  }
}

// The published policies end by themselves; a cap beyond their reach leaves them alone. The guard needs a few more.
std::size_t default_profiles(Policy policy, bool guard) {
  constexpr std::size_t kUnbounded = 1'000'000, kGradient = 15;  // the authors' script stops GMD at 15
  constexpr std::size_t kForGuard = 2;
  if (policy == Policy::binary) return kUnbounded;
  return policy == Policy::gradient ? kGradient : model::SearchRules().max_profiles + (guard ? kForGuard : 0);
}

}  // namespace

void declare_search(cli::App& app, SearchOptions& options) {
  declare_goal(app, options);
  declare_rules(app, options);
  declare_input(app, options);
}

void declare_explain(cli::App& app, SearchOptions& options) {
  declare_goal(app, options);
  declare_input(app, options);
}

model::Goal goal_of(const SearchOptions& options) {
  check_limits(options);
  check_policy(options);
  check_axes(options);
  model::Goal goal{options.objective, options.budget_w, options.deadline_ms, options.latency_ms, options.rate_per_s};
  goal.latency_kind = options.latency_kind;
  goal.per_sample = !options.axes.empty();
  return goal;
}

model::SearchRules rules_of(const SearchOptions& options, bool live) {
  model::SearchRules rules;
  rules.guard = options.guard || (live && !options.no_guard);
  rules.max_profiles = options.max_profiles > 0 ? options.max_profiles : default_profiles(options.policy, rules.guard);
  rules.min_gain = options.min_gain_pct.value_or(kMinGainPct) / 100;
  rules.power_cap_w = options.power_cap_w;
  rules.seed = options.seed.value_or(1);
  return rules;
}

model::Space space_of(cli::Context& context, const SearchOptions& options, const model::Goal& goal) {
  const auto table = goal.chooses_batch()
                         ? cli::read_table(context, options.modes, io::ProfileNeeds::mode, options.table)
                         : cli::read_one_batch(context, options.modes, io::ProfileNeeds::mode, options.table);
  model::Space space(model::modes_of(table));
  check_batches(space, goal, options.modes);
  return space;
}

model::Space with_priors(cli::Context& context, const SearchOptions& options, model::Space space) {
  if (options.priors.empty()) return space;
  cli::ProfileOptions all = options.table;
  all.batch.reset();  // of the workload that is searched
  std::vector<std::vector<model::ModeReading>> workloads;
  for (const std::string& path : options.priors) {
    const auto table = cli::read_table(context, path, io::ProfileNeeds::outcome, all);
    std::map<std::int64_t, std::vector<model::ModeReading>> by_batch;
    for (model::ModeReading reading : model::readings_of(table, all.keep_flagged)) {
      const std::int64_t batch = reading.mode[model::kBatch];
      reading.mode = model::without_batch(reading.mode);
      by_batch[batch].push_back(reading);
    }
    if (by_batch.empty()) throw data_error(path + ": every row is flagged or incomplete");
    for (auto& entry : by_batch) workloads.push_back(std::move(entry.second));
  }
  space.start_from(model::priors_of_workloads(workloads));
  return space;
}

void check_batches(const model::Space& space, const model::Goal& goal, const std::string& table) {
  if (!goal.chooses_batch() || space.axis(model::kBatch).front() > 0) return;
  throw data_error(table + ": a row has no batch size", "a search for the best batch size requires the column batch");
}

}  // namespace wattline::pmsearch
