// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/recorded_sweep.hpp"

#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/profile_options.hpp"
#include "io/input.hpp"
#include "measure/pump.hpp"
#include "model/agreement.hpp"
#include "model/profile_import.hpp"
#include "pmsweep/list_check.hpp"
#include "pmsweep/rows.hpp"
#include "pmsweep/run_order.hpp"

namespace wattline::pmsweep {

namespace {

// A mode and, where the list and the table have one, the batch size.
using Key = std::tuple<std::optional<std::int64_t>, std::optional<std::int64_t>, std::optional<std::int64_t>,
                       std::optional<std::int64_t>, std::optional<std::int64_t>>;

Key key_of(const PowerMode& mode, std::optional<std::int64_t> batch) {
  return {mode.cores, mode.cpu_khz, mode.gpu_hz, mode.emc_hz, batch};
}

// What the rows have of a knob, ascending.
std::vector<std::int64_t> values_of(const std::deque<io::ProfileRow>& rows,
                                    std::optional<std::int64_t> PowerMode::*knob) {
  std::set<std::int64_t> values;
  for (const io::ProfileRow& row : rows) {
    if (const auto& value = row.mode.*knob) values.insert(*value);
  }
  return {values.begin(), values.end()};
}

void check_repeats(const cli::Context& context, const io::ProfileTable& table, const std::string& path) {
  const std::string doubt = model::doubt_about_repeats(model::readings_of(table, false), path);
  if (!doubt.empty()) context.note(doubt);
}

io::ProfileTable read(cli::Context& context, const ReplayOptions& options) {
  cli::ProfileOptions all;
  all.keep_flagged = all.allow_mixed = true;
  all.map = options.map;
  return cli::read_table(context, options.table, io::ProfileNeeds::outcome, all);
}

class Recording {
 public:
  Recording(cli::Context& context, const ReplayOptions& options)
      : path_(options.table), table_(read(context, options)) {
    check_repeats(context, table_, io::input_name(path_));
    for (const io::ProfileRow& row : table_.rows) rows_[key_of(row.mode, row.batch)].rows.push_back(&row);
    tables_ = {values_of(table_.rows, &PowerMode::cores), values_of(table_.rows, &PowerMode::cpu_khz),
               values_of(table_.rows, &PowerMode::gpu_hz), values_of(table_.rows, &PowerMode::emc_hz)};
  }

  // Several rows of one mode are repeated profiles: they are given in turn.
  Profile profile(const Item& item) {
    Profile profile;
    profile.mode = mode_of(item);
    profile.source = "replayed";
    const auto batch = item.values.find("batch");
    const auto wanted = batch == item.values.end() ? std::nullopt : to_int64(batch->second);
    auto found = rows_.find(key_of(profile.mode, wanted));
    if (found == rows_.end()) found = rows_.find(key_of(profile.mode, {}));
    if (found == rows_.end()) {
      profile.fail(path_ + " has no profile of this mode");
      return profile;
    }
    Repeated& repeated = found->second;
    take(*repeated.rows[repeated.next++ % repeated.rows.size()], profile);
    return profile;
  }

 private:
  struct Repeated {
    std::vector<const io::ProfileRow*> rows;
    std::size_t next = 0;
  };

  // Clocks are rounded to those of the table, as pmode rounds them to those of a board.
  PowerMode mode_of(const Item& item) const {
    try {
      const auto request = parse_mode_request(item.mode);
      return request ? resolve_mode(*request, tables_, {}, false) : item.asked;
    } catch (const Error&) {
      return item.asked;  // no row is close to it
    }
  }

  void take(const io::ProfileRow& row, Profile& profile) const {
    const std::string line = path_ + ": line " + std::to_string(row.line) + ": ";
    if (!row.good) return profile.fail(line + "the status or the flag is not ok");
    if (!row.minibatch_ms || !row.power_w) return profile.fail(line + "it has no time or no power");
    StepTiming step{0, 0, *row.minibatch_ms, true};
    step.infer_ms = row.infer_ms.value_or(NAN);
    step.latency_ms = row.latency_p99_ms.value_or(NAN);
    profile.steps = {step};
    profile.window_s = NAN;
    profile.watts = {*row.power_w};
    if (row.minibatch_ms_se) profile.time_error = *row.minibatch_ms_se / *row.minibatch_ms;
    if (row.power_w_se) profile.power_error = *row.power_w_se / *row.power_w;
  }

  std::string path_;
  io::ProfileTable table_;
  ModeTables tables_;
  std::map<Key, Repeated> rows_;
};

}  // namespace

int replay(const ReplayOptions& options, cli::Context& context) {
  const RunOrderOptions asked = order_options(options);
  Recording recording(context, options);
  say_awaited_list(context, options);
  measure::Pump pump(context);
  RunList list(options.modes);
  RunOrder order(asked, list, [](const std::string&) { return false; });
  pump.watch(list.fd(), [&] {
    if (!list.pump()) pump.forget(list.fd());
  });
  constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max() / 2;
  if (!pump.wait_for([&] { return list.has_header() || list.ended(); }, kForever)) {
    return signal_status(context.signals.stop());
  }
  for (const std::string& doubt : doubtful_clocks(list.columns(), [](const std::string&) { return false; })) {
    context.note(doubt);
  }
  const io::RowKind kind = profile_kind(list.carried());
  cli::RowStream stream(context, options.rows, kind);
  long long failed = 0;
  while (pump.wait_for([&] { return order.ready(); }, kForever) && !stream.output().reader_gone()) {
    const auto item = order.next();
    if (!item) break;
    const Profile profile = recording.profile(*item);
    failed += profile.status == RunStatus::failed ? 1 : 0;
    for (const std::string& field : to_row(kind, item->carried, profile)) stream.rows().text(field);
    stream.rows().end_row();
  }
  if (pump.stopped()) return signal_status(context.signals.stop());
  if (order.rows() == 0 && options.shard.count == 1) throw data_error(list.name() + ": no modes");
  if (list.torn()) context.warn_torn(list.name());
  if (failed > 0) context.warn("runs without a profile: " + std::to_string(failed) + " (see the column reason)");
  return to_int(ExitCode::ok);
}

}  // namespace wattline::pmsweep
