// SPDX-License-Identifier: Apache-2.0
#include "joules/power_stream.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/rail_track.hpp"
#include "io/source.hpp"

namespace wattline::joules {

namespace {
constexpr double kWatchEvery_s = 0.1;  // a look at both clocks takes longer than reading a row
}  // namespace

PowerStream::PowerStream(const std::vector<std::string>& paths, const std::vector<std::string>& rails, JoinClock clock,
                         bool allow_mixed, cli::Context& context)
    : context_(context), clock_(clock), rails_(rails), owner_(rails.size()) {
  for (const std::string& path : paths) {
    files_.push_back(std::make_unique<PowerFile>(path, rails, clock, allow_mixed));
    open_.push_back(files_.back()->next());
  }
  warn_of_meta();
  if (clock == JoinClock::mono) check_boots();
}

void PowerStream::check_boots() {
  std::string boot;
  one_boot_ = true;
  for (const auto& file : files_) {
    one_boot_ = one_boot_ && !file->boots().empty();
    if (file->boots().empty()) continue;
    if (!boot.empty() && file->boots().front() != boot) {
      throw data_error(file->path() + ": is of another boot than " + files_.front()->path(), kTwoBootsHint);
    }
    boot = file->boots().front();
  }
}

// One boot by the meta files. One run of powerlog leaves no pause: rows after it were appended without their meta file.
bool PowerStream::is_of_known_boot() const {
  return one_boot_ && (last_ != before_ || files_[last_]->runs() > 1);
}

// The wall clock may be set at any time, but both clocks differ after a pause in the rows only if the machine was
// started in between, or another one recorded them.
void PowerStream::check_boot(const PowerSample& sample) {
  if (clock_ != JoinClock::mono || before_t_s_ == 0) return;
  if (!pauses_.is_pause(sample.t_s - before_t_s_) || is_of_known_boot()) return;
  const auto before = offset_before_s(), now = offset_s();
  if (!before || !now || std::fabs(*now - *before) <= kSameClockS) return;
  throw data_error(files_[last_]->path() + ": after " + std::to_string(before_t_s_) +
                       " s of monotonic time come rows of another boot: time_s - mono_s differs by " +
                       std::to_string(std::fabs(*now - *before)) + " s",
                   kTwoBootsHint);
}

// Without a pause, a jump of the wall clock is most likely that of a clock that was set.
void PowerStream::watch_clock(double t_s) {
  if (clock_ != JoinClock::mono || t_s - watched_t_s_ < kWatchEvery_s) return;
  const auto now = offset_s();
  if (now && watched_offset_s_ && std::fabs(*now - *watched_offset_s_) > kSameClockS) {
    context_.warn_once(files_[last_]->path() + ": between " + std::to_string(watched_t_s_) + " and " +
                           std::to_string(t_s) + " s of monotonic time, time_s - mono_s changes by " +
                           std::to_string(*now - *watched_offset_s_) + " s",
                       "the wall clock was set, or these are rows of two boots, which must not be joined");
  }
  watched_t_s_ = t_s;
  watched_offset_s_ = now;
}

std::optional<double> PowerStream::offset_of(const std::string& time_text, double t_s) const {
  const auto time = to_double(time_text);
  return time && clock_ == JoinClock::mono ? std::optional<double>(*time - t_s) : std::nullopt;
}

std::optional<double> PowerStream::offset_s() const {
  return offset_of(files_[last_]->time_text(), files_[last_]->sample().t_s);
}

std::optional<double> PowerStream::offset_before_s() const {
  return offset_of(before_text_, before_t_s_);
}

const PowerSample* PowerStream::next() {
  if (current_) {
    before_ = last_;
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
  check_boot(sample);
  watch_clock(sample.t_s);
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
  for (const auto& file : files_) widen(facts, file->facts(rail));
  return facts;
}

bool PowerStream::clocks_pinned() const {
  return std::all_of(files_.begin(), files_.end(), [](const auto& file) { return file->clocks_pinned(); });
}

void PowerStream::warn_of_meta() const {
  for (const auto& file : files_) {
    if (file->meta_problem().empty()) continue;
    context_.warn_once(file->meta_problem(), "what it says of the sensors is unknown, and energies may be wrong");
  }
}

std::string joined_source(const std::string& name, const std::string& source, const PowerStream& power,
                          bool allow_mixed) {
  std::string common = source;
  for (const auto& file : power.files()) {
    const std::string& other = file->source();
    if (!allow_mixed && !common.empty() && !other.empty() && other != common) {
      throw data_error(name + " are " + common + ", the power in " + file->path() + " is " + other,
                       "--allow-mixed joins them all the same");
    }
    common = io::joined_source(common, other);
  }
  return common;
}

}  // namespace wattline::joules
