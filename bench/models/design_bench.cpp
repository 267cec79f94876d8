// SPDX-License-Identifier: Apache-2.0
// The table of model/experimental_design.cpp: modes that are chosen one after the other, each the one after which the
// standard deviations of time and power, over all modes, are smallest, in the mean of draws from the built-in prior and
// on the lattices of several boards. Their third powers are averaged, so that the corners that are known worst count.
// No workload's readings are used, except that recorded tables decided to keep the first rows. Takes two minutes and
// 4 GB.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/random.hpp"
#include "benches.hpp"
#include "model/experimental_design.hpp"
#include "model/joint_belief.hpp"
#include "model/space.hpp"
#include "model/surface_curves.hpp"
#include "report.hpp"
#include "tables.hpp"

namespace wattline::bench {

namespace {

using model::Features;
using model::JointBelief;
using model::MatrixXd;
using model::VectorXd;

constexpr std::size_t kRows = 30, kDraws = 32, kJudged = 400;  // modes of the table; draws and judged modes a board
using Fractions = std::array<double, model::kAxes>;
// The first rows are those of earlier tables, made with residuals of a shorter range: ten modes that are chosen one
// after the other among all candidates predict recorded tables worse.
const std::vector<Fractions> kFirst{
    {.40, .31, .50, .33}, {.40, .54, .75, 1.0}, {.00, .08, .25, .67}, {.60, .92, .92, .00}, {.60, .92, .08, .67},
    {.00, .92, .92, .67}, {1.0, .08, .75, 1.0}, {.20, .08, .50, 1.0}, {.10, .54, .25, .00}, {1.0, .92, .75, .67}};

std::vector<Fractions> candidates() {
  std::vector<Fractions> all;
  for (const double cores : {.0, .1, .2, .4, .6, 1.})
    for (const double cpu : {.0, .08, .31, .54, .69, .92, 1.})
      for (const double gpu : {.0, .08, .25, .5, .75, .92, 1.})
        for (const double emc : {.0, .33, .67, 1.}) all.push_back({cores, cpu, gpu, emc});
  return all;
}

// What a draw from the prior believes of one quantity at the candidates and then the judged modes.
MatrixXd covariance_of(const MatrixXd& slope, const VectorXd& sd, const VectorXd& amplitude, const MatrixXd& near) {
  const MatrixXd scaled = slope * sd.asDiagonal();
  return scaled * scaled.transpose() + MatrixXd(amplitude.asDiagonal() * near * amplitude.asDiagonal());
}

VectorXd drawn(const model::Prior& prior, Random& random) {
  VectorXd theta = prior.mean;
  for (Eigen::Index i = 0; i < theta.size(); ++i) theta[i] += prior.sd[i] * random.normal();
  return theta;
}

void add_beliefs(const std::vector<Features>& x, const model::DeviceLimits& device, Random& random,
                 std::vector<JointBelief>& beliefs) {
  const model::Prior time = model::time_prior(), power = model::power_prior();
  const MatrixXd near = model::correlation(model::coordinates(x), model::coordinates(x));
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    const VectorXd theta = drawn(time, random);
    const model::TimeCurve curve = model::time_curve(theta, x);
    const auto activity = model::activities(theta, curve, x, curve.value, device);
    const MatrixXd power_slope = model::power_curve(drawn(power, random), x, activity).slope;
    beliefs.emplace_back(covariance_of(curve.slope, time.sd, model::time_amplitude(theta, x), near), model::kTimeNoise);
    beliefs.emplace_back(covariance_of(power_slope, power.sd, model::power_amplitude(x), near), model::kPowerNoise);
  }
}

std::vector<Features> candidates_and_judged(const model::Space& space, Random& random) {
  std::vector<Features> x;
  for (const Fractions& fractions : candidates()) {
    const auto mode = space.nearest(model::lattice_point(space, fractions));
    x.push_back(model::features(space.modes()[*mode], space.device()));
  }
  for (std::size_t i = 0; i < kJudged; ++i)
    x.push_back(model::features(space.modes()[random.below(space.modes().size())], space.device()));
  return x;
}

// Mean third power of the standard deviations of the judged modes after a reading of the candidate.
double doubt_after(const JointBelief& belief, Eigen::Index candidate) {
  return belief.variances_after(candidate, kJudged).max(1e-8).pow(1.5).mean();
}

std::size_t best_candidate(const std::vector<JointBelief>& beliefs, const std::vector<bool>& taken) {
  std::optional<std::size_t> best;
  double least = 0;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (taken[i]) continue;
    double sum = 0;
    for (const JointBelief& belief : beliefs) sum += doubt_after(belief, Eigen::Index(i));
    if (best && sum >= least) continue;
    best = i;
    least = sum;
  }
  return *best;
}

}  // namespace

void bench_design(const std::string& exact) {
  Random random(1);
  std::vector<JointBelief> beliefs;
  for (const char* board : {"agx-orin", "orin-nx", "orin-nano", "xavier-nx"}) {
    const model::Space space(modes_of(load(exact + "/" + board + " lenet.tsv")));
    add_beliefs(candidates_and_judged(space, random), space.device(), random, beliefs);
  }
  const std::vector<Fractions> all = candidates();
  std::vector<bool> taken(all.size());
  title("The modes to profile, as fractions of the cores, CPU, GPU and EMC axes");
  row("cores", "cpu", "gpu", "emc");
  for (std::size_t i = 0; i < kRows; ++i) {
    const auto first = [&] { return std::size_t(std::find(all.begin(), all.end(), kFirst[i]) - all.begin()); };
    const std::size_t next = i < kFirst.size() ? first() : best_candidate(beliefs, taken);
    taken[next] = true;
    for (JointBelief& belief : beliefs) belief.read(Eigen::Index(next));
    row(fixed(all[next][0]), fixed(all[next][1]), fixed(all[next][2]), fixed(all[next][3]));
  }
}

}  // namespace wattline::bench
