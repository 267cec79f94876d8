// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/profile.hpp"

#include "base/parse.hpp"
#include "base/statistics.hpp"
#include "io/rows.hpp"

namespace wattline::pmsweep {

namespace {

constexpr const char* kOk = "ok";
constexpr std::size_t kStretches = 5;  // of the window, each with a mean power of its own

std::optional<double> deviation(const std::vector<double>& values) {
  Running running;
  for (const double value : values) running.add(value);
  return running.sd();
}

std::string joined(const std::set<std::string>& words) {
  return words.empty() ? kOk : join({words.begin(), words.end()}, ",");
}

void write_mode(io::TsvWriter& rows, const PowerMode& mode) {
  rows.integer(mode.cores).integer(mode.cpu_khz).integer(mode.gpu_hz).integer(mode.emc_hz);
}

void write_window(io::TsvWriter& rows, const Profile& profile) {
  const auto ms = profile.minibatch_ms(), watts = profile.power_w();
  rows.number(ms).number(watts);
  rows.number(ms && watts ? std::optional<double>(*ms / 1e3 * *watts) : std::nullopt);
  rows.number(deviation(profile.step_ms)).number(deviation(profile.watts));
  rows.integer(static_cast<std::int64_t>(profile.step_ms.size()));
  rows.integer(static_cast<std::int64_t>(profile.watts.size()));
  rows.number(profile.window_s).text(to_string(profile.settled));
}

}  // namespace

std::optional<double> Profile::minibatch_ms() const {
  return median(step_ms);
}

std::optional<double> Profile::power_w() const {
  return median_of_means(watts, kStretches);
}

std::optional<ProfilePoint> Profile::point() const {
  const auto ms = minibatch_ms(), mean_w = power_w();
  if (!ms || !mean_w || status != kOk) return std::nullopt;
  return ProfilePoint{mode, *ms, *mean_w};
}

io::RowKind profile_kind(const std::vector<std::string>& carried) {
  io::RowKind kind = io::profile_rows();
  std::vector<io::Column> front;
  for (const std::string& name : carried) front.push_back({name, "", 0, "from the input row"});
  kind.columns.insert(kind.columns.begin(), front.begin(), front.end());
  return kind;
}

Row to_row(const io::RowKind& kind, const std::vector<std::string>& carried, const Profile& profile) {
  std::string line;
  io::Output out = io::Output::to_string(line);
  io::TsvWriter rows(out, kind, {{}, {}, false});
  for (const std::string& value : carried) rows.text(value);
  write_mode(rows, profile.mode);
  write_window(rows, profile);
  rows.text(profile.status).text(profile.reason).text(joined(profile.flags));
  rows.number(profile.start_temp_c).number(profile.max_temp_c).integer(profile.throttle_events).text(profile.source);
  rows.end_row();
  Row row;
  for (const std::string_view field : split(trim(line), '\t')) row.push_back(io::unescape_field(field));
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
  if (!ms || !watts || text("status") != kOk) return std::nullopt;
  const PowerMode mode{to_int64(text("cores")), to_int64(text("cpu_khz")), to_int64(text("gpu_hz")),
                       to_int64(text("emc_hz"))};
  return ProfilePoint{mode, *ms, *watts};
}

void RowView::set_flag(const std::string& word, bool on) const {
  std::string& flag = text("flag");
  std::set<std::string> words;
  for (const std::string_view part : split(flag, ',')) words.emplace(part);
  words.erase(kOk);
  words.erase("");
  if (on) words.insert(word);
  if (!on) words.erase(word);
  flag = joined(words);
}

}  // namespace wattline::pmsweep
