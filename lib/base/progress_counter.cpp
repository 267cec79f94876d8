// SPDX-License-Identifier: Apache-2.0
#include "base/progress_counter.hpp"

#include <algorithm>
#include <cmath>

namespace wattline {

namespace {

constexpr std::size_t kMostBars = 64;  // hostile text has a new one in each line
constexpr std::size_t kStreams = 3;
constexpr double kMostLate = 2;  // steps by which processes differ at the start of an epoch

// One step that is drawn late, and both ends of the stretch are rounded by up to half the resolution.
double error_of(const TextCounter& counter) {
  return 1 + (counter.resolution > 1 ? counter.resolution : 0);
}

// A count that is much smaller is that of a new epoch. One that is a little smaller is another process's, or a text
// that came late.
bool begins_again(const TextCounter& before, const TextCounter& now) {
  if (before.done <= 0 || now.done * 2 > before.done) return false;
  const bool was_complete = before.total && before.done >= *before.total;
  return was_complete || before.done - now.done > kMostLate;
}

}  // namespace

ProgressCounter::ProgressCounter(const std::string& expression) {
  if (!expression.empty()) pattern_.emplace(expression);
}

std::optional<StepTiming> ProgressCounter::feed(int stream, std::string_view bytes, double now_s) {
  auto& text = streams_[static_cast<std::size_t>(stream) % kStreams];
  if (!text) text.emplace();
  for (Bar& bar : bars_) bar.moved = false;
  text->feed(bytes,
             [&](std::string_view line, int depth, bool complete) { take_text(stream, line, depth, complete, now_s); });
  choose(now_s);
  std::optional<StepTiming> row;
  for (std::size_t i = 0; i < bars_.size(); ++i) {
    if (!bars_[i].moved || now_s <= bars_[i].seen_s) continue;
    const auto ended = end_interval(bars_[i], now_s);
    if (static_cast<int>(i) == chosen_) row = ended;
  }
  return row;
}

void ProgressCounter::take_text(int stream, std::string_view text, int depth, bool complete, double now_s) {
  std::vector<TextCounter> counters;
  if (!pattern_) {
    counters = counters_in(text, complete);
  } else if (const auto counter = pattern_->find(text, complete)) {
    counters.push_back(*counter);
  }
  ++texts_;
  const std::string place = std::to_string(stream) + "/" + std::to_string(pattern_ ? 0 : depth) + "/";
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const std::size_t bar = bar_of(place + counters[i].key, counters[i], now_s);
    advance(bars_[bar], counters[i], now_s);
  }
}

// A new one takes the place of the one whose text came longest ago.
std::size_t ProgressCounter::bar_of(const std::string& key, const TextCounter& counter, double now_s) {
  std::size_t oldest = 0;
  for (std::size_t i = 0; i < bars_.size(); ++i) {
    if (bars_[i].key == key) {
      bars_[i].used = texts_;
      return i;
    }
    const bool spared = static_cast<int>(oldest) == chosen_;
    if (static_cast<int>(i) != chosen_ && (spared || bars_[i].used < bars_[oldest].used)) oldest = i;
  }
  Bar bar;
  bar.key = key;
  bar.last = counter;
  bar.seen_s = now_s;
  bar.used = texts_;
  if (bars_.size() < kMostBars) {
    bars_.push_back(bar);
    return bars_.size() - 1;
  }
  bars_[oldest] = bar;
  return oldest;
}

// A bar that is removed when its loop ends is not drawn for the last time: what is missing counts if it fits into the
// time.
double ProgressCounter::unseen_steps(const Bar& bar, double now_s) {
  if (!bar.last.total || bar.steps == 0) return 0;
  const double missing = *bar.last.total - bar.last.done;
  const double needed_s = missing * bar.moving_s / bar.steps;
  return bar.seen_s + needed_s / 2 <= now_s ? std::max(missing, 0.0) : 0;
}

// A count that is much smaller is that of a new epoch. One that is a little smaller is another process's, or a text
// that came late.
void ProgressCounter::advance(Bar& bar, const TextCounter& counter, double now_s) {
  const double before = bar.last.done;
  const bool restarts = begins_again(bar.last, counter);
  if (!restarts && counter.done <= before) return;
  const double steps = restarts ? counter.done + unseen_steps(bar, now_s) : counter.done - before;
  if (restarts) {
    ++bar.restarts;
    bar.fresh = true;
    if (bar.pending + steps == 0) bar.seen_s = now_s;
  }
  bar.last = counter;
  bar.pending += steps;
  bar.moved = bar.moved || steps > 0;
}

void ProgressCounter::choose(double now_s) {
  bool any = false;
  for (std::size_t i = 0; i < bars_.size(); ++i) {
    Bar& bar = bars_[i];
    if (!bar.moved) continue;
    any = true;
    bar.moving_s += now_s - std::max(last_move_s_, bar.seen_s);
    const bool longest = chosen_ < 0 || bar.moving_s > bars_[static_cast<std::size_t>(chosen_)].moving_s;
    if (longest) chosen_ = static_cast<int>(i);
  }
  if (any) last_move_s_ = now_s;
}

// The first interval of an epoch is not counted: its first step takes longer than the others.
std::optional<StepTiming> ProgressCounter::end_interval(Bar& bar, double now_s) {
  StepTiming row{bar.seen_s, now_s, (now_s - bar.seen_s) * 1e3 / bar.pending, !bar.fresh};
  row.steps = bar.pending;
  row.epoch = static_cast<std::int64_t>(bar.restarts);
  bar.steps += bar.pending;
  bar.pending = 0;
  bar.fresh = false;
  bar.seen_s = now_s;
  row.steps_error = error_of(bar.last);
  return row;
}

double ProgressCounter::steps() const {
  return found() ? chosen().steps : 0;
}

double ProgressCounter::error_steps() const {
  return found() ? error_of(chosen().last) : 0;
}

// Whether this may be the counter of the chosen bar's epochs: it moves no more often than that one begins again.
bool ProgressCounter::may_count_epochs(const Bar& bar) const {
  if (&bar == &chosen() || !bar.last.total || bar.restarts > 0 || bar.last.resolution > 1) return false;
  const bool was_complete = bar.steps == 0 && bar.last.done >= *bar.last.total;  // preparation, before anything moved
  return bar.steps + bar.pending <= chosen().restarts + 1 && (bar.last.counts_epochs || !was_complete);
}

std::optional<double> ProgressCounter::passes() const {
  const Bar* epochs = nullptr;
  for (const Bar& bar : bars_) {
    if (!may_count_epochs(bar)) continue;
    if (epochs == nullptr || (bar.last.counts_epochs && !epochs->last.counts_epochs)) epochs = &bar;
  }
  // Lightning counts from 0 to the last epoch, so that the number is one too small until the last one begins.
  if (epochs != nullptr) return std::max(*epochs->last.total, chosen().restarts + 1);
  return chosen().restarts > 0 ? std::nullopt : std::optional<double>(1);
}

std::optional<double> ProgressCounter::total_steps() const {
  if (!found()) return std::nullopt;
  const auto times = passes(), total = chosen().last.total;
  return times && total ? std::optional<double>(*total * *times) : std::nullopt;
}

std::optional<double> ProgressCounter::steps_left() const {
  const auto total = total_steps();
  if (!total) return std::nullopt;
  return std::max(0.0, *total - chosen().restarts * *chosen().last.total - chosen().last.done);
}

}  // namespace wattline
