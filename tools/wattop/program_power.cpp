// SPDX-License-Identifier: Apache-2.0
#include "wattop/program_power.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "model/account_activity.hpp"
#include "model/power_blocks.hpp"

namespace wattline::wattop {

namespace {

constexpr const char *kIdleBoard = "idle board", *kAllPrograms = "all programs";
constexpr std::size_t kMostAccounts = 3;
constexpr double kDivideEveryS = 5;
constexpr double kMostSkewS = 10;  // between rows of several programs

std::vector<ProgramView>::iterator named(std::vector<ProgramView>& views, const std::string& name) {
  return std::find_if(views.begin(), views.end(), [&](const ProgramView& view) { return view.name == name; });
}

}  // namespace

// Where the time goes back, as in a file with the rows of two boots, all begins anew.
void ProgramPower::note_time(double mono_s) {
  if (mono_s < latest_s_ - kMostSkewS) *this = ProgramPower();
  latest_s_ = std::max(latest_s_, mono_s);
}

void ProgramPower::take_power(double mono_s, const RailSample& sample, const RailFacts& facts) {
  note_time(mono_s);
  if (!total_) total_.emplace(facts, kMaxGapS);
  total_->push(mono_s, sample.power_w, sample.stale, [&](const Segment& segment) { power_.push_back(segment); });
  while (!power_.empty() && power_.front().end_s < latest_s_ - kKeptS) power_.pop_front();
}

void ProgramPower::take_clocks(double mono_s, double cpu_khz, double gpu_hz) {
  note_time(mono_s);
  if (clocks_s_ && mono_s <= *clocks_s_) return;
  const auto start_s = std::exchange(clocks_s_, mono_s);
  if (start_s) clocks_.push_back({*start_s, mono_s, cpu_khz, gpu_hz});
  while (!clocks_.empty() && clocks_.front().end_s < latest_s_ - kKeptS) clocks_.pop_front();
}

void ProgramPower::begin_tick(double mono_s) {
  tick_s_ = mono_s;
  latest_.clear();
  history_.begin_tick(mono_s);
}

// Control groups of two users may have one name.
void ProgramPower::take(double mono_s, const ProgramSample& sample) {
  note_time(mono_s);
  if (mono_s != tick_s_) begin_tick(mono_s);
  if (!sample.rest) history_.add(sample.id, sample.name, sample.busy_cores);
  const auto same = named(latest_, sample.name);
  if (same == latest_.end()) {
    latest_.push_back({sample.name, sample.busy_cores, {}, {}, {}, {}});
  } else {
    same->busy_cores += sample.busy_cores;
  }
}

std::vector<model::AccountLog> ProgramPower::account_logs() const {
  std::vector<model::AccountLog> logs = history_.logs(kMostAccounts);
  for (model::AccountLog& log : logs) {
    for (const Clocks& clocks : clocks_) {
      if (std::isfinite(clocks.cpu_khz)) log.cpu_khz.push_back({clocks.start_s, clocks.end_s, clocks.cpu_khz});
      if (std::isfinite(clocks.gpu_hz)) log.gpu_hz.push_back({clocks.start_s, clocks.end_s, clocks.gpu_hz});
    }
  }
  return logs;
}

std::optional<double> ProgramPower::mean_w(double from_s, double to_s) const {
  double energy_j = 0, length_s = 0;
  for (const Segment& segment : power_) {
    if (segment.end_s <= from_s || segment.start_s >= to_s) continue;
    energy_j += (segment.start_w + segment.end_w) / 2 * segment.length_s();
    length_s += segment.length_s();
  }
  return length_s > 0 ? std::optional(energy_j / length_s) : std::nullopt;
}

// The error of the sensor is known where a meta file states it, as that of recorded rows does.
ProgramView ProgramPower::view_of(const std::string& name, const model::EnergyDivision& division,
                                  const model::EnergyDivision::Energy& energy, double all_j) const {
  constexpr double kPercent = 100;
  const auto bounded = division.widened(energy, total_->facts().error_w.value_or(0), kDivideEveryS);
  ProgramView view{name, NAN, {}, bounded.low_j / kDivideEveryS, bounded.high_j / kDivideEveryS, {}};
  if (!energy.energy_j) return view;
  // What a program took in the last minutes may be more than the whole board does now.
  const double own_j = std::min(*energy.energy_j, all_j);
  view.power_w = own_j / kDivideEveryS;
  if (all_j > 0) view.share_pct = own_j / all_j * kPercent;
  return view;
}

void ProgramPower::divide(bool pinned) {
  common_.clear();
  powers_.clear();
  const double to_s = *tick_s_, from_s = to_s - kDivideEveryS;
  const auto now_w = mean_w(from_s, to_s);
  if (!now_w) return;
  const std::vector<model::AccountLog> logs = account_logs();
  const double window_s = total_->facts().window_s;
  model::PowerBlocks recorded(model::block_length_s(window_s), 1);
  for (const Segment& segment : power_) recorded.add(0, segment);
  const auto blocks = model::activity_of(recorded.complete(), logs, window_s + recorded.interval_s());
  const bool changed = !pinned && logs.size() > 1 && model::clocks_changed(blocks, logs);
  const model::EnergyDivision division(blocks, 0, pinned, changed);
  if (!division.known()) return;

  const double all_j = *now_w * kDivideEveryS;
  const model::PowerBlocks::Block latest{from_s, to_s, {all_j}};
  const Eigen::VectorXd amounts = model::activity_of({latest}, logs, 0).front().amounts;
  common_.push_back(view_of(kIdleBoard, division, division.idle(amounts, all_j), all_j));
  common_.push_back(view_of(kAllPrograms, division, division.programs(amounts, all_j), all_j));
  for (std::size_t i = 0; i < logs.size(); ++i) {
    powers_.push_back(view_of(logs[i].name, division, division.account(i, amounts, all_j), all_j));
  }
}

std::vector<ProgramView> ProgramPower::views(bool pinned) {
  if (latest_.empty()) return {};
  const bool other_mode = std::exchange(pinned_, pinned) != pinned;
  if (total_ && (other_mode || !divided_s_ || *tick_s_ - *divided_s_ >= kDivideEveryS)) {
    divided_s_ = tick_s_;
    divide(pinned);
  }
  std::vector<ProgramView> views = common_;
  for (const ProgramView& view : latest_) {
    const auto power = named(powers_, view.name);
    views.push_back(power == powers_.end() ? view : *power);
    views.back().busy_cores = view.busy_cores;
  }
  return views;
}

}  // namespace wattline::wattop
