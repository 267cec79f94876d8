// SPDX-License-Identifier: Apache-2.0
#include "io/profiles.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.hpp"
#include "io/tsv.hpp"

namespace wattline::io {

namespace {

struct Unit {
  const char* suffix;
  double factor;
};
constexpr Unit kMilliseconds[] = {{"_ms", 1}, {"_s", 1e3}, {"_us", 1e-3}};
constexpr Unit kWatts[] = {{"_w", 1}, {"_mw", 1e-3}};

// A column and the factor to the unit wanted.
struct Scaled {
  std::size_t column;
  double factor;
};

template <std::size_t N>
std::optional<Scaled> find_scaled(const TsvReader& reader, const std::string& stem, const Unit (&units)[N],
                                  const std::string& tail = "") {
  for (const Unit& unit : units) {
    if (const auto column = reader.find(stem + unit.suffix + tail)) return Scaled{*column, unit.factor};
  }
  return std::nullopt;
}

[[noreturn]] void fail(const TsvReader& reader, std::size_t column, const char* problem) {
  throw data_error(reader.name() + ": line " + std::to_string(reader.line()) + ": " + reader.names()[column] + " is '" +
                   std::string(reader.field(column).substr(0, 60)) + "': " + problem);
}

std::optional<double> positive(const TsvReader& reader, const std::optional<Scaled>& at) {
  if (!at) return std::nullopt;
  const auto value = reader.number(at->column);
  if (value && !(*value > 0)) fail(reader, at->column, "not above zero");
  return value ? std::optional<double>(*value * at->factor) : std::nullopt;
}

// A deviation may be zero.
std::optional<double> deviation(const TsvReader& reader, const std::optional<Scaled>& at) {
  if (!at) return std::nullopt;
  const auto value = reader.number(at->column);
  if (value && *value < 0) fail(reader, at->column, "below zero");
  return value ? std::optional<double>(*value * at->factor) : std::nullopt;
}

constexpr double kLargest = 1e15;  // far beyond any clock, and exact as a double

std::optional<std::int64_t> setting(const TsvReader& reader, const std::optional<Scaled>& at) {
  const auto value = positive(reader, at);
  if (!value) return std::nullopt;
  const double whole = std::round(*value);
  if (whole < 1 || whole > kLargest) fail(reader, at->column, "not a setting of this knob");
  return static_cast<std::int64_t>(whole);
}

bool says_ok(const TsvReader& reader, const std::optional<std::size_t>& column) {
  if (!column) return true;
  const std::string_view text = reader.field(*column);
  return text == "ok" || text == "NA" || text.empty();
}

std::optional<Scaled> find_clock_in(const TsvReader& reader, const char* stem, double hz) {
  const auto clock = find_clock(reader, stem);
  if (!clock) throw data_error(reader.name() + ": no column '" + stem + (hz > 1 ? "_khz'" : "_hz'"));
  return Scaled{clock->column, clock->hz_per_unit / hz};
}

class Columns {
 public:
  Columns(const TsvReader& reader, ProfileNeeds needs)
      : cores_(Scaled{reader.require("cores"), 1}),
        cpu_(find_clock_in(reader, "cpu", 1e3)),
        gpu_(find_clock_in(reader, "gpu", 1)),
        emc_(find_clock_in(reader, "emc", 1)),
        time_(find_scaled(reader, "minibatch", kMilliseconds)),
        power_(find_scaled(reader, "power", kWatts)),
        infer_(find_scaled(reader, "infer", kMilliseconds)),
        time_sd_(find_scaled(reader, "minibatch", kMilliseconds, "_sd")),
        power_sd_(find_scaled(reader, "power", kWatts, "_sd")),
        status_(reader.find("status")),
        flag_(reader.find("flag")),
        profiled_(reader.find("profiled")),
        source_(reader.find("source")) {
    if (const auto batch = reader.find("batch")) batch_ = Scaled{*batch, 1};
    if (needs == ProfileNeeds::mode) return;
    if (!time_) reader.require("minibatch_ms");
    if (!power_) reader.require("power_w");
  }

  ProfileRow row(const TsvReader& reader) const {
    ProfileRow row;
    row.mode = {setting(reader, cores_), setting(reader, cpu_), setting(reader, gpu_), setting(reader, emc_)};
    row.batch = setting(reader, batch_);
    row.minibatch_ms = positive(reader, time_);
    row.power_w = positive(reader, power_);
    row.infer_ms = positive(reader, infer_);
    row.minibatch_ms_sd = deviation(reader, time_sd_);
    row.power_w_sd = deviation(reader, power_sd_);
    row.profiled = profiled_ && reader.field(*profiled_) == "1";
    row.good = says_ok(reader, status_) && says_ok(reader, flag_);
    row.line = reader.line();
    return row;
  }

  std::string source(const TsvReader& reader) const { return source_ ? unescape_field(reader.field(*source_)) : "NA"; }

 private:
  std::optional<Scaled> cores_, cpu_, gpu_, emc_, batch_, time_, power_, infer_, time_sd_, power_sd_;
  std::optional<std::size_t> status_, flag_, profiled_, source_;
};

}  // namespace

ProfileTable read_profiles(TsvReader& reader, ProfileNeeds needs) {
  const Columns columns(reader, needs);
  ProfileTable table;
  while (reader.next()) {
    table.rows.push_back(columns.row(reader));
    const std::string source = columns.source(reader);
    if (table.rows.size() == 1) table.source = source;
    table.mixed = table.mixed || source != table.source;
  }
  return table;
}

void select_batch(ProfileTable& table, const std::optional<std::int64_t>& batch, const std::string& name) {
  std::set<std::optional<std::int64_t>> batches;
  for (const ProfileRow& row : table.rows) batches.insert(row.batch);
  if (batches.size() > 1 && !batch) {
    throw data_error(name + ": holds several batch sizes", "choose one with --batch N");
  }
  if (batch) {
    if (!table.rows.empty() && batches.count(batch) == 0 && batches.count(std::nullopt) == 0) {
      throw data_error(name + ": has no rows of batch " + std::to_string(*batch));
    }
    const auto other = [&](const ProfileRow& row) { return row.batch && row.batch != batch; };
    table.rows.erase(std::remove_if(table.rows.begin(), table.rows.end(), other), table.rows.end());
  }
  for (ProfileRow& row : table.rows) row.batch.reset();
}

}  // namespace wattline::io
