// SPDX-License-Identifier: Apache-2.0
#include "joules/power.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/meta.hpp"

namespace wattline::joules {

namespace {

std::optional<double> meta_number(const std::string& path, const std::string& name) {
  const auto values = io::read_meta(path + ".meta", name);
  return values.empty() ? std::nullopt : to_double(values.back());
}

}  // namespace

PowerFile::PowerFile(const std::string& path, const std::vector<std::string>& rails, bool join_time)
    : reader_(path),
      rails_(rails),
      time_(reader_.find("time_s")),
      mono_(reader_.find("mono_s")),
      stale_(reader_.find("stale")),
      source_column_(reader_.find("source")),
      rail_(reader_.require("rail")),
      power_(reader_.require("power_w")),
      join_time_(join_time) {
  reader_.require(join_time ? "time_s" : "mono_s");
}

RailFacts PowerFile::facts(const std::string& rail) const {
  const std::string prefix = "rail." + rail + ".";
  RailFacts facts;
  facts.window_s = meta_number(path(), prefix + "window_s").value_or(0);
  facts.error_w = meta_number(path(), prefix + "error_w");
  facts.counter = meta_number(path(), prefix + "counter").value_or(0) != 0;
  return facts;
}

void PowerFile::note_rail(std::string_view name) {
  constexpr std::size_t kEnough = 64;  // for a message
  if (seen_.size() < kEnough && std::find(seen_.begin(), seen_.end(), name) == seen_.end()) seen_.emplace_back(name);
}

std::optional<std::size_t> PowerFile::match_rail(std::string_view name) {
  for (std::size_t i = 0; i < rails_.size(); ++i) {
    if (rails_[i] == name) return i;
  }
  note_rail(name);
  return std::nullopt;
}

void PowerFile::read_time() {
  const auto t = join_time_ ? reader_.number(*time_) : reader_.number(*mono_);
  if (!t) {
    throw data_error(path() + ": line " + std::to_string(reader_.line()) + ": no " + (join_time_ ? "time_s" : "mono_s"),
                     join_time_ ? "" : "imported rows have only wall-clock time: --join time");
  }
  sample_.t_s = *t;
  if (time_) time_text_ = reader_.field(*time_);
}

bool PowerFile::next() {
  while (reader_.next()) {
    const auto rail = match_rail(reader_.field(rail_));
    if (!rail) continue;
    sample_.rail = *rail;
    read_time();
    if (sample_.t_s < last_t_s_) {
      throw data_error(path() + ": line " + std::to_string(reader_.line()) + ": goes back in time",
                       "rows of two boots in one file need --join time");
    }
    last_t_s_ = sample_.t_s;
    sample_.power_w = reader_.number(power_);
    sample_.stale = stale_ && reader_.field(*stale_) == "1";
    if (source_.empty()) source_ = source_column_ ? std::string(reader_.field(*source_column_)) : "measured";
    return true;
  }
  return false;
}

PowerStream::PowerStream(const std::vector<std::string>& paths, const std::vector<std::string>& rails, bool join_time)
    : join_time_(join_time), rails_(rails), owner_(rails.size()) {
  for (const std::string& path : paths) {
    files_.push_back(std::make_unique<PowerFile>(path, rails, join_time));
    open_.push_back(files_.back()->next());
  }
}

std::optional<double> PowerStream::offset_of(const std::string& time_text, double t_s) const {
  const auto time = to_double(time_text);
  return time && !join_time_ ? std::optional<double>(*time - t_s) : std::nullopt;
}

std::optional<double> PowerStream::offset_s() const {
  return offset_of(files_[last_]->time_text(), files_[last_]->sample().t_s);
}

std::optional<double> PowerStream::offset_before_s() const {
  return offset_of(before_text_, before_t_s_);
}

const PowerSample* PowerStream::next() {
  if (current_) {
    before_text_ = files_[last_]->time_text();
    before_t_s_ = files_[last_]->sample().t_s;
  }
  if (current_) open_[*current_] = files_[*current_]->next();
  current_.reset();
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (open_[i] && (!current_ || files_[i]->sample().t_s < files_[*current_]->sample().t_s)) current_ = i;
  }
  if (!current_) return nullptr;
  last_ = *current_;
  const PowerSample& sample = files_[*current_]->sample();
  check_owner(*current_, sample);
  return &sample;
}

// A continued log has its rails in one file after the other; two boards at once would mix their rails.
void PowerStream::check_owner(std::size_t file, const PowerSample& sample) {
  auto& owner = owner_[sample.rail];
  if (owner && *owner != file && open_[*owner] && files_[*owner]->sample().rail == sample.rail) {
    throw data_error(
        rails_[sample.rail] + ": in " + files_[*owner]->path() + " and " + files_[file]->path() + " at the same time",
        "join the intervals with one file after the other");
  }
  owner = file;
}

RailFacts PowerStream::facts(std::size_t rail) const {
  RailFacts facts;
  for (const auto& file : files_) {
    const RailFacts more = file->facts(rails_[rail]);
    facts.window_s = std::max(facts.window_s, more.window_s);
    if (more.error_w) facts.error_w = std::max(facts.error_w.value_or(0), *more.error_w);
    facts.counter = facts.counter || more.counter;
  }
  return facts;
}

std::string joined_source(const std::string& name, const std::string& source, const PowerStream& power,
                          bool allow_mixed) {
  std::string common = source;
  for (const auto& file : power.files()) {
    const std::string& other = file->source();
    if (common.empty() || other.empty() || other == common) {
      common = common.empty() ? other : common;
      continue;
    }
    if (!allow_mixed) {
      throw data_error(name + " are " + common + ", the power in " + file->path() + " is " + other,
                       "--allow-mixed joins them all the same");
    }
    common = common == "emulated" || other == "emulated" ? "emulated" : "replayed";
  }
  return common;
}

}  // namespace wattline::joules
