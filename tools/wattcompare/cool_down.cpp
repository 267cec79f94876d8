// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/cool_down.hpp"

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "platform/board/thermal.hpp"

namespace wattline::wattcompare {

namespace {

constexpr std::int64_t kLookNs = 100'000'000;     // time between two looks
constexpr std::int64_t kLeastNs = 1'000'000'000;  // that a wait may take after a very short run
constexpr double kStretchS = 0.5, kIdleS = 2;     // of power readings
constexpr double kNearIdle = 0.02, kSigmas = 3;   // above the idle power, or above its noise
constexpr double kNearDegrees = 1;                // zones are read in steps of half a degree
constexpr int kReadingsLimitS = 10;               // in real time

}  // namespace

CoolDown::CoolDown(cli::Context& context, measure::Pump& pump, const PowerMeter& power, const std::string& rule,
                   std::int64_t limit_ns)
    : context_(context), pump_(pump), power_(power), limit_ns_(limit_ns) {
  if (!rule.empty()) fixed_ns_ = parse_duration_ns(rule);
}

// Several windows of the sensor and several readings.
double CoolDown::stretch_s() const {
  return std::max({kStretchS, 2 * power_.facts().window_s, 5 * power_.interval_s()});
}

void CoolDown::begin() {
  if (fixed_ns_ || !power_.metered()) return;
  const double length_s = std::max(kIdleS, 2 * stretch_s());
  const auto never = [] { return false; };
  pump_.wait_for(never, pump_.now_ns() + to_nanoseconds(length_s));
  idle_ = power_.readings().level(to_seconds(pump_.now_ns()), length_s);
}

void CoolDown::set_temperature() {
  start_c_ = platform::hottest_zone_c(context_.root);
}

bool CoolDown::is_quiet(double end_s) const {
  if (!idle_) return true;
  const double now_s = to_seconds(pump_.now_ns());
  if (now_s - end_s < stretch_s() + power_.facts().window_s) return false;
  const auto level = power_.readings().level(now_s, stretch_s());
  if (!level) return false;
  return level->mean_w - idle_->mean_w <=
         std::max(kNearIdle * std::fabs(idle_->mean_w), kSigmas * idle_->sd_w / std::sqrt(level->readings));
}

bool CoolDown::is_cool() const {
  if (!start_c_) return true;
  const auto celsius = platform::hottest_zone_c(context_.root);
  return !celsius || *celsius <= *start_c_ + kNearDegrees;
}

// Readings stand for the middle of the sensor's window. powerlog may be late, or may have ended.
void CoolDown::wait_for_readings(std::int64_t end_ns) {
  if (!power_.metered()) return;
  const double covered_s = to_seconds(end_ns) + power_.facts().window_s;
  pump_.wait_for_process([&] { return pump_.stopped() || power_.readings().reach(covered_s); }, kReadingsLimitS);
}

double CoolDown::wait(std::int64_t start_ns, std::int64_t end_ns) {
  const std::int64_t longest_ns = std::min(limit_ns_, std::max(kLeastNs, end_ns - start_ns));
  const std::int64_t deadline_ns = end_ns + fixed_ns_.value_or(longest_ns);
  const auto cooled = [&] { return !fixed_ns_ && is_quiet(to_seconds(end_ns)) && is_cool(); };
  while (!pump_.stopped() && pump_.now_ns() < deadline_ns && !cooled()) {
    pump_.wait(std::min(deadline_ns, pump_.now_ns() + kLookNs));
  }
  wait_for_readings(end_ns);
  return to_seconds(pump_.now_ns() - end_ns);
}

}  // namespace wattline::wattcompare
