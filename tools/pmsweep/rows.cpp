// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/rows.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/parse.hpp"
#include "io/mode_columns.hpp"
#include "io/profile_flags.hpp"
#include "io/training_rows.hpp"

namespace wattline::pmsweep {

namespace {

std::string joined(const std::set<std::string>& words) {
  return words.empty() ? io::profile_flag::kOk : join({words.begin(), words.end()}, ",");
}

// Of a recorded profile neither is known.
std::optional<std::size_t> step_count(const Profile& profile) {
  const auto count = static_cast<std::size_t>(count_of(profile.steps));
  return std::isfinite(profile.window_s) ? std::optional<std::size_t>(count) : std::nullopt;
}
std::optional<std::size_t> reading_count(const Profile& profile) {
  return std::isfinite(profile.window_s) ? std::optional<std::size_t>(profile.watts.size()) : std::nullopt;
}

}  // namespace

const io::RowTable<Profile>& profile_rows() {
  using P = Profile;
  static const io::RowTable<P> table{
      "profile",
      {io::mode_fields<P>(&P::mode),
       {{"minibatch_ms", "ms", 3, "median time of a minibatch in the steady window"}, &P::minibatch_ms},
       {{"power_w", "W", 4, "power in the window: median of the means of five equal parts of it"}, &P::power_w},
       {{"energy_j", "J", 6, "energy of a minibatch: minibatch_ms times power_w"}, &P::energy_j},
       {{"minibatch_sd_ms", "ms", 3, "standard deviation of the minibatch times"}, &P::minibatch_sd_ms},
       {{"power_sd_w", "W", 4, "standard deviation of the power readings"}, &P::power_sd_w},
       {{"steps", "1", 0, "number of minibatches in the window"}, step_count},
       {{"power_samples", "1", 0, "number of fresh (not stale) power readings in the window"}, reading_count},
       {{"window_s", "s", 3, "length of the steady window"}, &P::window_s},
       {{"settle_reason", "", 0, "why the window opened: agreed, limit, unmetered, whole-run or epoch"}, &P::settled},
       {{"status", "", 0, "ok; short (the command ended early); failed; deferred (needs a reboot)"}, &P::status},
       {{"reason", "", 0, "why the status is not ok"}, &P::reason},
       {{"flag", "", 0, "ok, or the reasons to doubt the profile"}, &P::flags, joined},
       {{"start_temp_c", "degC", 1, "hottest thermal zone at the start of the run, or of the window with --live"},
        &P::start_temp_c},
       {{"max_temp_c", "degC", 1, "highest temperature read until the window closed"}, &P::max_temp_c},
       {{"throttle_events", "1", 0, "over-current events of the board during the run"}, &P::throttle_events},
       {{"verdict", "", 0, "verdict of wattcheck on the run: valid, invalid or unknown"},
        &P::verdict,
        &CheckResult::word},
       {{"verdict_rules", "", 0, "rules that failed; for the verdict unknown, rules that must be known and are not"},
        &P::verdict,
        &CheckResult::rules},
       {{"stall_ms", "ms", 3, "median time that a minibatch waited for data"}, &P::stall_ms},
       {{"compute_ms", "ms", 3, "median time of its computation"}, &P::compute_ms},
       {{"infer_ms", "ms", 3, "median time of an inference minibatch, for a command that also answers requests"},
        &P::infer_ms},
       {{"latency_p50_ms", "ms", 3, "median over the inference minibatches of the latency of their slowest request"},
        &P::latency_p50_ms},
       {{"latency_p95_ms", "ms", 3, "95th percentile of the same"}, &P::latency_p95_ms},
       {{"latency_p99_ms", "ms", 3, "99th percentile of the same"}, &P::latency_p99_ms},
       {{"epoch_s", "s", 3, "mean time of an epoch, with --epochs"}, &P::epoch_s},
       {{"minibatch_se_ms", "ms", 3, "standard error of minibatch_ms"}, &P::minibatch_se_ms},
       {{"power_se_w", "W", 4, "standard error of power_w"}, &P::power_se_w},
       {{"logs", "", 0, "folder with the logs of the run"}, &P::logs, io::or_na},
       io::mode_text<P>(&P::mode),
       {io::kSource, &P::source}}};
  return table;
}

namespace {

// The column `mode` of the input stays as it is, since it may hold a name.
bool carries_mode(const std::vector<std::string>& carried) {
  return std::find(carried.begin(), carried.end(), "mode") != carried.end();
}

std::ptrdiff_t own_mode() {
  const auto& columns = profile_rows().kind().columns;
  return std::find_if(columns.begin(), columns.end(), [](const io::Column& c) { return c.name == "mode"; }) -
         columns.begin();
}

}  // namespace

io::RowKind profile_kind(const std::vector<std::string>& carried) {
  io::RowKind kind = profile_rows().kind();
  std::vector<io::Column> front;
  if (carries_mode(carried)) kind.columns.erase(kind.columns.begin() + own_mode());
  for (const std::string& name : carried) front.push_back(io::carried_column(name));
  kind.columns.insert(kind.columns.begin(), front.begin(), front.end());
  return kind;
}

// Every field is kept as it is: the first and the last may be empty.
Row to_row(const io::RowKind& kind, const std::vector<std::string>& carried, const Profile& profile) {
  std::string line;
  io::Output out = io::Output::to_string(line);
  io::TsvWriter rows(out, profile_rows().kind(), {{}, {}, false});
  profile_rows().write(rows, profile);
  line.pop_back();  // the line feed
  Row row = carried;
  for (const std::string_view field : split(line, '\t')) row.push_back(io::unescape_field(field));
  const auto mode = static_cast<std::ptrdiff_t>(carried.size()) + own_mode();
  if (row.size() > kind.columns.size()) row.erase(row.begin() + mode);
  return row;
}

std::string& RowView::text(const std::string& column) const {
  std::size_t i = 0;
  while (kind_.columns[i].name != column) ++i;
  return row_[i];
}

std::optional<double> RowView::number(const std::string& column) const {
  return to_double(text(column));
}

std::optional<ProfilePoint> RowView::point() const {
  const auto ms = number("minibatch_ms"), watts = number("power_w");
  if (!ms || !watts || !has_status(RunStatus::ok)) return std::nullopt;
  const PowerMode mode{to_int64(text("cores")), to_int64(text("cpu_khz")), to_int64(text("gpu_hz")),
                       to_int64(text("emc_hz"))};
  return ProfilePoint{mode, *ms, *watts};
}

void RowView::set_flag(const std::string& word, bool on) const {
  std::string& flag = text("flag");
  std::set<std::string> words;
  for (const std::string_view part : split(flag, ',')) words.emplace(part);
  words.erase(io::profile_flag::kOk);
  words.erase("");
  if (on) words.insert(word);
  if (!on) words.erase(word);
  flag = joined(words);
}

}  // namespace wattline::pmsweep
