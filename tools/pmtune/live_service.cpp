// SPDX-License-Identifier: Apache-2.0
#include "pmtune/live_service.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/statistics.hpp"
#include "base/units.hpp"

namespace wattline::pmtune {

namespace {

constexpr double kOverlapS = 0.001;     // that clocks and rounding explain
constexpr double kLeastSensorS = 0.05;  // that a reading is taken to average over
constexpr int kLeastReadings = 10;      // that tell the idle power
constexpr double kLeastSpread = 0.15;   // of the share of them in which a request is in service

}  // namespace

StepTiming LiveService::take(const StepTiming& row) {
  model::AnsweredRequest request{row.arrival_s, row.start_s, row.end_s};
  if (!std::isnan(row.infer_ms)) request.end_s = row.start_s + row.infer_ms / 1e3;
  if (std::isnan(row.arrival_s) || row.arrival_s > row.end_s)
    throw data_error("a row of a request without its arrival",
                     "a service prints arrival_mono_s, start_mono_s and end_mono_s, or the rows of trainstep --infer");
  if (row.requests > 1 || request.start_s < latest_end_s_ - kOverlapS)
    throw data_error("requests are not served one at a time", "with trainstep, use --infer-batch 1");
  latest_end_s_ = request.end_s;
  window_.add(request);
  in_mode_.add(request);
  tuner_.add(request);
  summary_.add(request);
  StepTiming step = row;
  step.end_s = request.end_s;
  step.ms = 1e3 * request.service_s();
  step.counted = true;
  return step;
}

void LiveService::power(double mono_s, double watts, bool stale) {
  if (!stale && mono_s >= settled_s_) watts_.push_back({mono_s, watts});
}

void LiveService::open(double start_s) {
  window_.open(start_s);
  in_mode_.open(start_s);
  settled_s_ = INFINITY;
  watts_.clear();
}

void LiveService::begin(const model::Mode& mode, double verified_s, double sensor_s) {
  in_mode_.open(verified_s);
  sensor_s_ = std::max(sensor_s, kLeastSensorS);
  settled_s_ = verified_s + sensor_s;
  watts_.clear();
  tuner_.begin(mode, verified_s);
}

double LiveService::busy_share(double from_s, double to_s) const {
  double busy_s = 0;
  for (const model::AnsweredRequest& request : in_mode_.requests()) {
    busy_s += std::max(std::min(request.end_s, to_s) - std::max(request.start_s, from_s), 0.0);
  }
  return busy_s / (to_s - from_s);
}

// The line through the readings, by how much of what each averages over a request was in service, at none.
std::optional<double> LiveService::idle_w() const {
  Running shares, watts;
  double products = 0;
  for (const PowerAt& reading : watts_) {
    if (reading.mono_s > latest_end_s_) continue;
    const double share = busy_share(reading.mono_s - sensor_s_, reading.mono_s);
    shares.add(share);
    watts.add(reading.watts);
    products += share * reading.watts;
  }
  if (shares.count() < kLeastReadings || *shares.sd() < kLeastSpread) return std::nullopt;
  const auto n = static_cast<double>(shares.count());
  const double slope = (products - n * *shares.mean() * *watts.mean()) / ((n - 1) * *shares.sd() * *shares.sd());
  const double idle = *watts.mean() - slope * *shares.mean();
  if (slope < 0 || idle <= 0) return std::nullopt;
  return idle;
}

model::ServiceReading LiveService::reading(const model::WindowReading& measured, double end_s) const {
  model::ServiceReading reading;
  static_cast<model::WindowReading&>(reading) = measured;
  reading.utilization = in_mode_.utilization(end_s);
  reading.idle_w = idle_w();
  return reading;
}

void LiveService::describe(TuneRow& row) const {
  const double end_s = to_seconds(row.end_ns);
  row.latency_ms = window_.latency_ms(tuner_.rules().target.quantile);
  row.rate_hz = window_.rate_hz(end_s);
  row.utilization_pct = 100 * window_.utilization(end_s);
}

}  // namespace wattline::pmtune
