// SPDX-License-Identifier: Apache-2.0
#include "joules/joiner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::joules {

namespace {
constexpr double kForever = std::numeric_limits<double>::infinity();
}  // namespace

Joiner::Joiner(PowerStream& power, IntervalReader& intervals, const std::vector<std::string>& rails,
               const JoinOptions& options)
    : power_(power), intervals_(intervals), rails_(rails), options_(options), seen_(rails.size()) {
  for (std::size_t i = 0; i < rails.size(); ++i) tracks_.emplace_back(power.facts(i), options.max_gap_s);
  upcoming_ = intervals_.next();
}

void Joiner::open_until(double t_s) {
  while (upcoming_ && upcoming_->start_s < t_s) {
    upcoming_->energies.resize(rails_.size());
    for (IntervalEnergy& energy : upcoming_->energies) {
      energy.start_s = upcoming_->start_s;
      energy.end_s = upcoming_->end_s;
    }
    upcoming_->power_offset_s = power_.offset_before_s();  // the clock may be set before the row to come
    if (options_.groups != nullptr) options_.groups->open(*upcoming_);
    open_.push_back(std::move(*upcoming_));
    upcoming_ = intervals_.next();
  }
}

void Joiner::add_power(const PowerSample& sample) {
  seen_[sample.rail] = true;
  if (options_.groups != nullptr) options_.groups->read(sample);
  tracks_[sample.rail].push(sample.t_s, sample.power_w, sample.stale, [&](const Segment& segment) {
    for (Interval& interval : open_) interval.energies[sample.rail].add(segment);
  });
  if (!sample.power_w || sample.stale) return;
  for (Interval& interval : open_)
    interval.energies[sample.rail].count_sample(sample.t_s, tracks_[sample.rail].facts().window_s);
}

// The wall clock may be set while an interval lasts: what it was at its start counts as well.
void Joiner::check_clock(Interval& interval) const {
  interval.clock_checked = true;
  const auto offset_s = power_.offset_s();
  if (!options_.check_clocks || !interval.offset_s || !offset_s) return;
  const auto near = [&](const std::optional<double>& offset) {
    return offset && std::fabs(*offset - *interval.offset_s) <= kSameClockS;
  };
  if (near(offset_s) || near(interval.power_offset_s)) return;
  throw data_error("power and intervals come from two boots or machines: time_s - mono_s differs by " +
                       std::to_string(std::fabs(*offset_s - *interval.offset_s)) + " s",
                   "--join time joins by the wall clock, --align MARKS by a common mark");
}

void Joiner::check_clocks(double t_s) {
  for (Interval& interval : open_) {
    if (!interval.clock_checked && interval.end_s <= t_s) check_clock(interval);
  }
}

double Joiner::final_until_s() const {
  double until = kForever;
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    until = std::min(until, seen_[i] ? tracks_[i].final_until_s() : -kForever);
  }
  return until;
}

void Joiner::finish(double until_s, const std::function<void(const Interval&)>& done) {
  while (!open_.empty() && open_.front().end_s <= until_s) {
    if (!open_.front().clock_checked) check_clock(open_.front());
    done(open_.front());
    open_.pop_front();
  }
}

void Joiner::require_all_rails() const {
  for (std::size_t i = 0; i < rails_.size(); ++i) {
    if (seen_[i]) continue;
    std::vector<std::string> names;
    for (const auto& file : power_.files()) {
      names.insert(names.end(), file->rails_seen().begin(), file->rails_seen().end());
    }
    throw data_error(power_.files().front()->path() + ": no rows of rail " + rails_[i],
                     names.empty() ? "the file has no rows" : "-r takes one of: " + join(names, ", "));
  }
}

void Joiner::run(const std::function<void(const Interval&)>& done) {
  while (const PowerSample* sample = power_.next()) {
    if (upcoming_ && upcoming_->start_s < sample->t_s) open_until(sample->t_s);
    add_power(*sample);
    check_clocks(sample->t_s);
    if (open_.empty()) {
      if (!upcoming_ && std::find(seen_.begin(), seen_.end(), false) == seen_.end()) break;
    } else if (open_.front().end_s <= sample->t_s) {
      finish(final_until_s(), done);
    }
  }
  require_all_rails();
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    tracks_[i].close([&](const Segment& segment) {
      for (Interval& interval : open_) interval.energies[i].add(segment);
    });
  }
  // What is left starts after the last power row.
  finish(kForever, done);
  while (upcoming_) {
    open_until(kForever);
    finish(kForever, done);
  }
}

}  // namespace wattline::joules
