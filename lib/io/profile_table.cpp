// SPDX-License-Identifier: Apache-2.0
#include "io/profile_table.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/machine_tags.hpp"
#include "io/profile_flags.hpp"
#include "io/source.hpp"
#include "io/tsv_escape.hpp"

namespace wattline::io {

namespace {

struct Unit {
  const char* suffix;
  double factor;
};
const std::vector<Unit> kMilliseconds{{"_ms", 1}, {"_s", 1e3}, {"_us", 1e-3}};
const std::vector<Unit> kWatts{{"_w", 1}, {"_mw", 1e-3}};

constexpr double kLargest = 1e15;  // far beyond any clock, time or power, and exact as a double

// The first of stem + suffix + tail that the table has, with its factor.
template <class Scaled>
std::optional<Scaled> find_scaled(const TsvReader& reader, const std::string& stem, const std::vector<Unit>& units,
                                  const std::string& tail = "") {
  for (const Unit& unit : units) {
    if (const auto column = reader.find(stem + unit.suffix + tail)) return Scaled{*column, unit.factor};
  }
  return std::nullopt;
}

}  // namespace

ProfileReader::ProfileReader(TsvReader& reader, ProfileNeeds needs)
    : reader_(reader),
      noted_(!reader.find("cores") && reader.find("mode")),
      mode_(reader.find("mode")),
      settings_(find_settings(reader)),
      batch_(reader.find("batch")),
      time_(find_scaled<Scaled>(reader, "minibatch", kMilliseconds)),
      power_(find_scaled<Scaled>(reader, "power", kWatts)),
      infer_(find_scaled<Scaled>(reader, "infer", kMilliseconds)),
      time_sd_(find_scaled<Scaled>(reader, "minibatch", kMilliseconds, "_sd")),
      power_sd_(find_scaled<Scaled>(reader, "power", kWatts, "_sd")),
      time_se_(find_scaled<Scaled>(reader, "minibatch_se", kMilliseconds)),
      power_se_(find_scaled<Scaled>(reader, "power_se", kWatts)),
      idle_(find_scaled<Scaled>(reader, "idle", kWatts)),
      p50_(find_scaled<Scaled>(reader, "latency_p50", kMilliseconds)),
      p95_(find_scaled<Scaled>(reader, "latency_p95", kMilliseconds)),
      p99_(find_scaled<Scaled>(reader, "latency_p99", kMilliseconds)),
      status_(reader.find("status")),
      flag_(reader.find("flag")),
      profiled_(reader.find("profiled")),
      decision_(reader.find("decision")),
      extrapolates_(reader.find("extrapolates")),
      verdict_(reader.find("verdict")),
      reason_(reader.find("reason")),
      logs_(reader.find("logs")),
      source_(reader.find("source")) {
  if (!noted_) require_settings();
  if (needs == ProfileNeeds::mode) return;
  if (!time_) reader.require("minibatch_ms");
  if (!power_) reader.require("power_w");
}

std::optional<ProfileRow> ProfileReader::next() {
  if (!reader_.next()) return std::nullopt;
  ProfileRow row;
  row.mode = mode();
  row.batch = batch();
  row.minibatch_ms = measured(time_);
  row.power_w = measured(power_);
  row.infer_ms = measured(infer_);
  row.latency_p50_ms = measured(p50_);
  row.latency_p95_ms = measured(p95_);
  row.latency_p99_ms = measured(p99_);
  row.minibatch_ms_sd = deviation(time_sd_);
  row.power_w_sd = deviation(power_sd_);
  row.minibatch_ms_se = deviation(time_se_);
  row.power_w_se = deviation(power_se_);
  row.idle_w = positive(idle_);
  if (profiled_ && reader_.field(*profiled_) != "NA") row.profiled = reader_.field(*profiled_) == "1";
  if (decision_) row.decision = std::string(reader_.field(*decision_));
  if (extrapolates_) row.extrapolates = unescape_field(reader_.field(*extrapolates_));
  row.good = says_ok(status_) && says_ok(flag_);
  row.usable = row.good || (says_ok(status_) && flag_is_mild());
  row.verdict = text_or_na(verdict_);
  row.reason = text_or_na(reason_);
  row.logs = text_or_na(logs_);
  row.source = text_or_na(source_);
  row.line = reader_.line();
  for (const std::size_t column : carried_) row.carried.emplace_back(reader_.field(column));
  return row;
}

std::vector<std::string> ProfileReader::carry_beside(const RowKind& other) {
  std::vector<std::string> carried;
  for (std::size_t i = 0; i < reader_.names().size(); ++i) {
    const std::string& name = reader_.names()[i];
    const auto is_own = [&](const io::Column& column) { return column.name == name; };
    if (std::any_of(other.columns.begin(), other.columns.end(), is_own)) continue;
    carried_.push_back(i);
    carried.push_back(name);
  }
  return carried;
}

PowerMode ProfileReader::mode() const {
  return noted_ ? noted_mode() : read_settings(reader_, settings_);
}

// Only values say of themselves which setting they are; "-" is a knob that the machine lacks.
PowerMode ProfileReader::noted_mode() const {
  const std::string text = unescape_field(reader_.field(*mode_));
  const auto value = [&](const Field& field, std::int64_t per_unit) -> std::optional<std::int64_t> {
    if (field.kind == Field::Kind::keep) return std::nullopt;
    if (field.kind != Field::Kind::value)
      fail(*mode_, "must have numbers, as pmode enum prints them, or - for a knob that the machine lacks");
    return field.value / per_unit;
  };
  std::optional<ModeRequest> request;
  try {
    request = parse_mode_request(text);
  } catch (const Error& error) {
    fail(*mode_, error.what());
  }
  if (!request) fail(*mode_, "not a mode such as 4c/1.2G/900M/2133M; the settings of a named mode are not known here");
  const PowerMode mode{value(request->cores, 1), value(request->cpu, 1000), value(request->gpu, 1),
                       value(request->emc, 1)};
  const std::string impossible = impossible_setting(mode);
  if (!impossible.empty()) fail(*mode_, "no board has " + impossible);
  return mode;
}

std::string ProfileReader::text_or_na(const std::optional<std::size_t>& column) const {
  return column ? unescape_field(reader_.field(*column)) : "NA";
}

void ProfileReader::require_settings() const {
  reader_.require("cores");
  if (!settings_.cpu) reader_.require("cpu_khz");
  if (!settings_.gpu) reader_.require("gpu_hz");
  if (!settings_.emc) reader_.require("emc_hz");
}

std::optional<double> ProfileReader::positive(const Column& at) const {
  if (!at) return std::nullopt;
  const auto value = reader_.number(at->column);
  if (value && !(*value > 0)) fail(at->column, "must be positive");
  return value ? std::optional<double>(*value * at->factor) : std::nullopt;
}

std::optional<double> ProfileReader::measured(const Column& at) const {
  const auto value = positive(at);
  if (value && !(*value > 1 / kLargest && *value < kLargest)) fail(at->column, "out of range");
  return value;
}

// A deviation may be zero.
std::optional<double> ProfileReader::deviation(const Column& at) const {
  if (!at) return std::nullopt;
  const auto value = reader_.number(at->column);
  if (value && *value < 0) fail(at->column, "must not be negative");
  return value ? std::optional<double>(*value * at->factor) : std::nullopt;
}

std::optional<std::int64_t> ProfileReader::batch() const {
  const auto size = batch_ ? reader_.integer(*batch_) : std::nullopt;
  if (size && *size < 1) fail(*batch_, "must be positive");
  return size;
}

bool ProfileReader::says_ok(const std::optional<std::size_t>& column) const {
  if (!column) return true;
  const std::string_view text = reader_.field(*column);
  return text == profile_flag::kOk || text == "NA" || text.empty();
}

bool ProfileReader::flag_is_mild() const {
  const auto words = split(reader_.field(*flag_), ',');
  return std::all_of(words.begin(), words.end(), profile_flag::keeps_mode);
}

void ProfileReader::fail(std::size_t column, const std::string& problem) const {
  throw data_error(reader_.name() + ": line " + std::to_string(reader_.line()) + ": " + reader_.names()[column] +
                   " is '" + std::string(reader_.field(column).substr(0, 60)) + "': " + problem);
}

ProfileTable read_profiles(TsvReader& reader, ProfileNeeds needs, const RowKind* beside) {
  ProfileReader rows(reader, needs);
  ProfileTable table;
  if (beside != nullptr) table.carried = rows.carry_beside(*beside);
  const MachineTags tags(reader);
  std::vector<MachineTag> first;
  while (auto row = rows.next()) {
    const std::vector<MachineTag> machine = tags.of_row(reader);
    if (table.rows.empty()) first = machine;
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (machine[i].value != first[i].value) table.mixed_tag = first[i].name;
    }
    table.rows.push_back(std::move(*row));
  }
  if (table.rows.empty()) return table;
  for (const ProfileRow& row : table.rows) {
    table.source = joined_source(table.source, row.source);
    table.mixed = table.mixed || row.source != table.rows.front().source;
  }
  return table;
}

std::set<std::optional<std::int64_t>> batches_of(const ProfileTable& table) {
  std::set<std::optional<std::int64_t>> batches;
  for (const ProfileRow& row : table.rows) batches.insert(row.batch);
  return batches;
}

bool has_batch(const ProfileRow& row, const std::optional<std::int64_t>& batch) {
  return !batch || !row.batch || row.batch == batch;
}

void select_batch(ProfileTable& table, const std::optional<std::int64_t>& batch) {
  const auto other = [&](const ProfileRow& row) { return !has_batch(row, batch); };
  table.rows.erase(std::remove_if(table.rows.begin(), table.rows.end(), other), table.rows.end());
}

void keep_batch(ProfileTable& table, const std::optional<std::int64_t>& batch) {
  select_batch(table, batch);
  for (ProfileRow& row : table.rows) row.batch.reset();
}

}  // namespace wattline::io
