// SPDX-License-Identifier: Apache-2.0
#include "model/linear_model.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/knob_change.hpp"

namespace wattline::model {

namespace {

// Cores, and clocks in GHz, so that the columns are of like size.
Eigen::VectorXd knobs(const Mode& mode) {
  Eigen::VectorXd x(4);
  x << double(mode[kCores]), double(mode[kCpu]) * 1e-6, double(mode[kGpu]) * 1e-9, double(mode[kEmc]) * 1e-9;
  return x;
}

Eigen::VectorXd with_time(const Eigen::VectorXd& x, double minibatch_ms) {
  Eigen::VectorXd longer(x.size() + 1);
  longer << x, minibatch_ms * 1e-3;
  return longer;
}

std::optional<double> positive(double value) {
  return value > 0 ? std::optional<double>(value) : std::optional<double>();
}

}  // namespace

LinearModel::Line LinearModel::regress(const Eigen::MatrixXd& x, const Eigen::VectorXd& y) {
  Line line;
  line.centre = x.colwise().mean();
  line.intercept = y.mean();
  const Eigen::MatrixXd centred = x.rowwise() - line.centre.transpose();
  const Eigen::VectorXd rest = y.array() - line.intercept;
  const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver(centred);
  line.slope = solver.solve(rest);
  const Eigen::Index freedom = y.size() - solver.rank() - 1;
  if (freedom > 0) line.sd = std::sqrt((rest - centred * line.slope).squaredNorm() / double(freedom));
  return line;
}

LinearModel::LinearModel(const std::vector<ModeReading>& readings) : readings_(combine(readings)) {
  const std::vector<ModeReading>& rows = readings_;
  if (rows.size() < 2) throw data_error("a linear model needs readings of at least two modes");
  const auto n = Eigen::Index(rows.size());
  Eigen::MatrixXd x(n, 4), x_time(n, 5);
  Eigen::VectorXd ms(n), joules(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const ModeReading& row = rows[std::size_t(i)];
    x.row(i) = knobs(row.mode).transpose();
    x_time.row(i) = with_time(knobs(row.mode), row.minibatch_ms).transpose();
    ms[i] = row.minibatch_ms;
    joules[i] = row.power_w * row.minibatch_ms * 1e-3;
  }
  time_ = regress(x, ms);
  energy_ = regress(x_time, joules);
}

LinearPrediction LinearModel::predict(const Mode& mode) const {
  const Eigen::VectorXd x = knobs(mode);
  LinearPrediction p;
  p.minibatch_ms = positive(time_.at(x));
  if (!p.minibatch_ms) return p;
  p.minibatch_ms_sd = time_.sd;
  p.energy_j = positive(energy_.at(with_time(x, *p.minibatch_ms)));
  if (p.energy_j) p.power_w = *p.energy_j / (*p.minibatch_ms * 1e-3);
  if (p.energy_j && !possible(mode, *p.minibatch_ms, *p.power_w)) return {};
  return p;
}

bool LinearModel::possible(const Mode& mode, double minibatch_ms, double power_w) const {
  return std::all_of(readings_.begin(), readings_.end(), [&](const ModeReading& reading) {
    KnobChange change;
    for (const Axis axis : kKnobs) {
      if (mode[axis] > 0 && reading.mode[axis] > 0)
        change.add(std::log(double(mode[axis]) / double(reading.mode[axis])));
    }
    return wattline::possible(change, std::log(minibatch_ms / reading.minibatch_ms),
                              std::log(power_w / reading.power_w), kPredictionTolerance, kPredictionTolerance);
  });
}

std::vector<Coefficient> LinearModel::coefficients() const {
  static const char* const names[] = {"cores", "cpu_ghz", "gpu_ghz", "emc_ghz", "minibatch_s"};
  std::vector<Coefficient> all;
  const auto add = [&](const char* target, const Line& line) {
    all.push_back({target, "intercept", line.at(Eigen::VectorXd::Zero(line.slope.size()))});
    for (Eigen::Index i = 0; i < line.slope.size(); ++i) all.push_back({target, names[i], line.slope[i]});
  };
  add("time", time_);
  add("energy", energy_);
  return all;
}

}  // namespace wattline::model
