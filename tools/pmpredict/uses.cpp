// SPDX-License-Identifier: Apache-2.0
// pareto, score, epoch and match: what predictions (or profiles) are good for.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/parse.hpp"
#include "io/rows.hpp"
#include "model/pareto_front.hpp"
#include "model/prediction_error.hpp"
#include "model/profiles.hpp"
#include "pmpredict/verbs.hpp"

namespace wattline::pmpredict {

namespace {

using io::ProfileNeeds;
using io::ProfileRow;

// A row with both a time and a power that may be used.
bool usable(const ProfileRow& row, const Options& options) {
  return row.minibatch_ms && row.power_w && (row.good || options.table.keep_flagged);
}

double energy_j(const ProfileRow& row) {
  return *row.minibatch_ms * *row.power_w * 1e-3;
}

std::vector<ProfileRow> usable_rows(cli::Context& context, const std::string& path, const Options& options,
                                    std::string& source) {
  const auto table = cli::read_one_batch(context, path, ProfileNeeds::outcome, options.table);
  source = table.source;
  std::vector<ProfileRow> rows;
  for (const ProfileRow& row : table.rows) {
    if (usable(row, options)) rows.push_back(row);
  }
  return rows;
}

void write_mode(io::TsvWriter& row, const PowerMode& mode) {
  row.integer(mode.cores).integer(mode.cpu_khz).integer(mode.gpu_hz).integer(mode.emc_hz);
}

void write_prediction(io::TsvWriter& out, const ProfileRow& row, const std::string& source) {
  write_mode(out, row.mode);
  out.number(row.minibatch_ms).number(row.power_w).number(energy_j(row));
  out.number(row.minibatch_ms_sd).number(row.power_w_sd).integer(row.profiled ? 1 : 0).text(source).end_row();
}

double relative(const std::optional<double>& sd, double value) {
  return sd.value_or(0) / value;
}

std::optional<double> known(double value, bool is_known) {
  return is_known ? std::optional<double>(value) : std::nullopt;
}

std::int64_t minibatches(const Options& options) {
  if (options.minibatches > 0) return options.minibatches * options.epochs;
  if (options.images > 0 && options.per_batch > 0) {
    return (options.images + options.per_batch - 1) / options.per_batch * options.epochs;
  }
  throw usage_error("epoch: how many minibatches?", "give --minibatches N, or --images N --per-batch B");
}

// One device of a federated round.
struct Member {
  std::string name, path;
  std::int64_t minibatches = 1;
  std::vector<ProfileRow> rows{};
  std::string source{};
  double seconds(const ProfileRow& row) const { return *row.minibatch_ms * 1e-3 * double(minibatches); }
  const ProfileRow& fastest() const {
    return *std::min_element(rows.begin(), rows.end(), [](const ProfileRow& a, const ProfileRow& b) {
      return *a.minibatch_ms < *b.minibatch_ms;
    });
  }
};

Member parse_member(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw usage_error("match: '" + text + "' is not NAME=FILE[:N]");
  Member member{text.substr(0, equals), text.substr(equals + 1)};
  const std::size_t colon = member.path.rfind(':');
  if (colon == std::string::npos) return member;
  const auto count = to_int64(std::string_view(member.path).substr(colon + 1));
  if (!count || *count < 1) throw usage_error("match: '" + text + "': no number of minibatches behind the colon");
  member.minibatches = *count;
  member.path.resize(colon);
  return member;
}

// The mode that needs least energy among those that end in time; the fastest when none does.
const ProfileRow& choose(const Member& member, double round_s) {
  const ProfileRow* best = nullptr;
  for (const ProfileRow& row : member.rows) {
    if (member.seconds(row) > round_s) continue;
    if (best == nullptr || energy_j(row) < energy_j(*best)) best = &row;
  }
  return best != nullptr ? *best : member.fastest();
}

}  // namespace

int pareto(const Options& options, cli::Context& context) {
  if (options.against != "power" && options.against != "energy") {
    throw usage_error("--against '" + options.against + "': unknown", "choose from: power, energy");
  }
  std::string source;
  const auto rows = usable_rows(context, "-", options, source);
  std::vector<model::Costs> costs;
  for (const ProfileRow& row : rows) {
    costs.push_back({*row.minibatch_ms, options.against == "power" ? *row.power_w : energy_j(row)});
  }
  cli::RowStream stream(context, options.rows, io::prediction_rows());
  for (const std::size_t i : model::pareto_front(costs)) write_prediction(stream.rows(), rows[i], source);
  return to_int(ExitCode::ok);
}

int score(const Options& options, cli::Context& context) {
  const auto predicted = cli::read_one_batch(context, "-", ProfileNeeds::outcome, options.table);
  const auto truth = cli::read_one_batch(context, options.truth, ProfileNeeds::outcome, options.table);
  std::map<model::Mode, model::ModeReading> observed;
  for (const model::ModeReading& reading : model::readings_of(truth, options.table.keep_flagged)) {
    observed[reading.mode] = reading;
  }
  std::vector<model::Pair> time, power, energy;
  for (const ProfileRow& row : predicted.rows) {
    const auto found = observed.find(model::to_mode(row));
    if (row.profiled || found == observed.end()) continue;
    const model::ModeReading& real = found->second;
    if (row.minibatch_ms) time.push_back({*row.minibatch_ms, real.minibatch_ms});
    if (row.power_w) power.push_back({*row.power_w, real.power_w});
    if (row.minibatch_ms && row.power_w) energy.push_back({energy_j(row), real.minibatch_ms * real.power_w * 1e-3});
  }
  cli::RowStream stream(context, options.rows, io::score_rows());
  for (const auto& [name, pairs] :
       {std::pair("time", &time), std::pair("power", &power), std::pair("energy", &energy)}) {
    const model::Score s = model::score(*pairs);
    stream.rows().text(name).integer(static_cast<std::int64_t>(s.count)).number(s.mean_pct).number(s.median_pct);
    stream.rows().number(s.p95_pct).number(s.worst_pct).number(s.bias_pct).text(predicted.source).end_row();
  }
  return to_int(ExitCode::ok);
}

int epoch(const Options& options, cli::Context& context) {
  const std::int64_t count = minibatches(options);
  std::string source;
  const auto rows = usable_rows(context, "-", options, source);
  cli::RowStream stream(context, options.rows, io::epoch_prediction_rows());
  stream.rows().buffer(std::size_t{1} << 16);
  for (const ProfileRow& row : rows) {
    const double seconds = *row.minibatch_ms * 1e-3 * double(count), joules = energy_j(row) * double(count);
    const double time_error = relative(row.minibatch_ms_sd, *row.minibatch_ms);
    const double power_error = relative(row.power_w_sd, *row.power_w);
    write_mode(stream.rows(), row.mode);
    stream.rows().integer(count).number(seconds).number(joules);
    stream.rows().number(known(seconds * time_error, row.minibatch_ms_sd.has_value()));
    stream.rows().number(known(joules * std::hypot(time_error, power_error), row.minibatch_ms_sd && row.power_w_sd));
    stream.rows().number(row.power_w).text(source).end_row();
  }
  stream.rows().flush();
  return to_int(ExitCode::ok);
}

int match(const Options& options, cli::Context& context) {
  std::vector<Member> members;
  double round_s = 0;
  for (const std::string& text : options.files) {
    Member member = parse_member(text);
    member.rows = usable_rows(context, member.path, options, member.source);
    if (member.rows.empty()) throw data_error(member.path + ": no row with a time and a power");
    round_s = std::max(round_s, member.seconds(member.fastest()));
    members.push_back(std::move(member));
  }
  round_s = options.round_s.value_or(round_s);
  bool late = false;
  cli::RowStream stream(context, options.rows, io::match_rows());
  for (const Member& member : members) {
    const ProfileRow& row = choose(member, round_s);
    const double slack = round_s - member.seconds(row);
    late = late || slack < 0;
    stream.rows().text(member.name);
    write_mode(stream.rows(), row.mode);
    stream.rows().number(member.seconds(row)).number(slack).number(energy_j(row) * double(member.minibatches));
    stream.rows().number(row.power_w).text(slack < 0 ? "late" : "in time").text(member.source).end_row();
  }
  return to_int(late ? ExitCode::partial : ExitCode::ok);
}

}  // namespace wattline::pmpredict
