// SPDX-License-Identifier: Apache-2.0
#include "pmtune/replayed_service.hpp"

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "io/regular_file.hpp"
#include "io/tsv_reader.hpp"
#include "model/profile_import.hpp"
#include "model/service_replay.hpp"
#include "pmtune/job_summary.hpp"
#include "pmtune/replayed_row.hpp"
#include "pmtune/service_summary.hpp"

namespace wattline::pmtune {

namespace {

constexpr double kIdleShare = 0.5;  // of a mode's power, where the table has no idle power
constexpr double kInfinity = std::numeric_limits<double>::infinity();

model::ServiceTable table_of(cli::Context& context, const Options& options) {
  model::ServiceTable table;
  for (const io::ProfileRow& row :
       cli::read_one_batch(context, options.replay, io::ProfileNeeds::outcome, options.table).rows) {
    if (!row.minibatch_ms || !row.power_w || !(row.usable || options.table.keep_flagged)) continue;
    table[model::to_mode(row)] = {*row.minibatch_ms, *row.power_w, row.idle_w.value_or(kIdleShare * *row.power_w)};
  }
  if (table.empty()) throw data_error(options.replay + ": every row is flagged or incomplete");
  return table;
}

model::RateChange rate_at(const io::TsvReader& reader, const std::string& path, double after_s) {
  const auto time_s = to_double(reader.field(reader.require("time_s")));
  const auto rate_hz = to_double(reader.field(reader.require("rate_hz")));
  const bool ascends = time_s && (after_s < 0 ? *time_s == 0 : *time_s > after_s);
  if (!ascends || !rate_hz || *rate_hz < 0 || !(*rate_hz <= 1e6)) {
    throw data_error(path + ":" + std::to_string(reader.line()) + ": not a later time and a rate of requests",
                     "write time_s from 0 in ascending order, and rate_hz in requests per second");
  }
  return {*time_s, *rate_hz};
}

// The last row ends the service.
std::vector<model::RateChange> read_rates(cli::Context& context, const std::string& path) {
  if (path != "-") io::open_regular_file(path);
  io::TsvReader reader(path);
  reader.require("time_s");
  reader.require("rate_hz");
  std::vector<model::RateChange> rates;
  while (reader.next()) rates.push_back(rate_at(reader, path, rates.empty() ? -1 : rates.back().time_s));
  if (reader.torn()) context.warn_torn(path);
  if (rates.size() < 2) throw data_error(path + ": fewer than two rows", "the last row is the end of the service");
  return rates;
}

model::ServiceReplayRules rules_of_replay(cli::Context& context, const Options& options) {
  model::ServiceReplayRules rules;
  if (options.service.rate_hz) rules.rates = {{0, *options.service.rate_hz}};
  if (!options.service.rates.empty()) rules.rates = read_rates(context, options.service.rates);
  rules.end_s = rules.rates.size() > 1 ? rules.rates.back().time_s : kInfinity;
  rules.requests = options.steps.value_or(kInfinity);
  rules.switch_s = to_seconds(options.switch_ns);
  rules.settle_s = to_seconds(options.settle_ns);
  rules.seed = options.seed;
  return rules;
}

TuneRow to_row(const model::ServedWindow& window, std::int64_t number, bool is_last) {
  TuneRow row = replayed_row(window, number, is_last);
  row.steps = std::llround(window.requests);
  row.set_service(window);
  return row;
}

}  // namespace

int replay_service(const Options& options, cli::Context& context) {
  const model::ServiceTable table = table_of(context, options);
  std::vector<model::Mode> modes;
  for (const auto& entry : table) modes.push_back(entry.first);
  model::ServiceTuner tuner(model::Space(modes), service_rules_of(options));
  const model::ServiceReplayRules rules = rules_of_replay(context, options);
  cli::RowStream stream(context, options.rows, tune_rows().kind());
  ServiceSummary summary(*options.service.latency);
  std::int64_t number = 0;
  model::replay_service(
      table, tuner, rules,
      [&](const model::ServedWindow& window) {
        const TuneRow row = to_row(window, ++number, window.next.reason.empty());
        summary.add(row);
        tune_rows().write(stream.rows(), row);
      },
      [&](const model::AnsweredRequest& request) { summary.add(request); });
  write_summary(context, options.summary, summary.text());
  if (!summary.problem().empty()) context.warn(summary.problem());
  return to_int(ExitCode::ok);
}

}  // namespace wattline::pmtune
