// SPDX-License-Identifier: Apache-2.0
#include "model/experimental_design.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "model/workload_model.hpp"

namespace wattline::model {

namespace {

// Fractions of the cores, CPU, GPU and EMC axes: each leaves the least doubt of all modes, averaged over draws from the
// built-in prior and the lattices of four boards (bench/models/design_bench.cpp prints it). The first ten rows are
// those of an earlier table of that kind, kept because they predict recorded tables better.
constexpr std::array<double, kAxes> kTable[] = {
    {.40, .31, .50, .33}, {.40, .54, .75, 1.0}, {.00, .08, .25, .67}, {.60, .92, .92, .00}, {.60, .92, .08, .67},
    {.00, .92, .92, .67}, {1.0, .08, .75, 1.0}, {.20, .08, .50, 1.0}, {.10, .54, .25, .00}, {1.0, .92, .75, .67},
    {.00, .00, .25, .67}, {.20, .00, .50, .00}, {.00, .92, .00, .00}, {.10, .54, .08, 1.0}, {.60, .00, .25, .67},
    {.10, .00, .50, 1.0}, {1.0, 1.0, .00, 1.0}, {.00, .69, .25, 1.0}, {1.0, .08, .25, .00}, {.00, .54, 1.0, .00},
    {1.0, .69, .08, .00}, {1.0, .31, .25, 1.0}, {.10, .31, 1.0, .33}, {.20, 1.0, .50, .33}, {.40, .00, .08, .33},
    {.00, .31, .75, 1.0}, {.00, .54, .00, .33}, {1.0, .08, 1.0, .33}, {1.0, .54, 1.0, .33}, {.00, .08, .50, .00}};

constexpr std::size_t kCandidates = 200;  // to choose from, beside what is known; further modes follow in their order

// Enough modes to judge a fit by, spread over all.
std::vector<Mode> sample(const std::vector<Mode>& modes) {
  constexpr std::size_t kEnough = 300;
  const std::size_t step = (modes.size() + kEnough - 1) / kEnough;
  std::vector<Mode> spread;
  for (std::size_t i = 0; i < modes.size(); i += step) spread.push_back(modes[i]);
  return spread;
}

// The chosen modes and, for each mode of the space, how far the nearest of them is: as the model sees it, in logs.
class Chosen {
 public:
  explicit Chosen(const Space& space)
      : space_(space),
        at_(coordinates(features(space.modes(), space.device()))),
        taken_(space.modes().size(), false),
        distance_(VectorXd::Constant(at_.rows(), std::numeric_limits<double>::infinity())) {}

  void add(std::size_t index) {
    taken_[index] = true;
    modes_.push_back(space_.modes()[index]);
    const Eigen::RowVectorXd here = at_.row(Eigen::Index(index));
    distance_ = distance_.cwiseMin((at_.rowwise() - here).rowwise().squaredNorm());
    distance_[Eigen::Index(index)] = -1;  // another mode may be at the same place
  }
  std::size_t farthest() const {
    Eigen::Index farthest = 0;
    distance_.maxCoeff(&farthest);
    return static_cast<std::size_t>(farthest);
  }
  const std::vector<bool>& taken() const { return taken_; }
  const std::vector<Mode>& modes() const { return modes_; }

 private:
  const Space& space_;
  MatrixXd at_;
  std::vector<bool> taken_;
  VectorXd distance_;
  std::vector<Mode> modes_;
};

// The first `count` modes of the design that were not read.
std::vector<Mode> unknown_modes(const Space& space, const std::vector<ModeReading>& known, std::size_t count) {
  std::vector<Mode> modes;
  for (const Mode& mode : design(space, std::min(count, space.modes().size()) + known.size())) {
    const auto is_mode = [&](const ModeReading& reading) { return reading.mode == mode; };
    if (modes.size() < count && std::none_of(known.begin(), known.end(), is_mode)) modes.push_back(mode);
  }
  return modes;
}

// Mean standard deviation of readings at the last `seen` points if this one is read.
double doubt_after(const JointBelief& belief, std::size_t point, std::size_t seen, double noise) {
  return (belief.variances_after(Eigen::Index(point), Eigen::Index(seen)).max(0) + noise * noise).sqrt().mean();
}

}  // namespace

LatticePoint lattice_point(const Space& space, const std::array<double, kAxes>& fractions) {
  LatticePoint point{};
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    point[axis] = static_cast<int>(std::floor(fractions[axis] * (space.levels(axis) - 1) + 0.5));
  }
  return point;
}

std::vector<Mode> design(const Space& space, std::size_t count) {
  Chosen chosen(space);
  const std::size_t wanted = std::min(count, space.modes().size());
  for (const auto& row : kTable) {
    if (chosen.modes().size() == wanted) break;
    const LatticePoint point = lattice_point(space, row);
    const auto exact = space.at(point);
    if (exact && chosen.taken()[*exact]) continue;  // two rows fell on one mode: the next row serves
    chosen.add(*space.nearest(point, chosen.taken()));
  }
  while (chosen.modes().size() < wanted) chosen.add(chosen.farthest());
  return chosen.modes();
}

std::vector<Mode> design_beside(const Space& space, const std::vector<ModeReading>& known, std::size_t count) {
  DeviceLimits device = space.device();
  for (const ModeReading& reading : known) device.extend(reading.mode);
  const std::vector<Mode> candidates = unknown_modes(space, known, std::max(kCandidates, count));
  const std::vector<Mode> seen = sample(space.modes());
  std::vector<Mode> points(candidates.begin(), candidates.begin() + std::min(kCandidates, candidates.size()));
  std::vector<std::size_t> left(points.size());
  std::iota(left.begin(), left.end(), 0);
  points.insert(points.end(), seen.begin(), seen.end());
  auto [time, power] = WorkloadModel(device, known).joint_beliefs(points);
  std::vector<Mode> chosen;
  while (chosen.size() < count && !left.empty()) {
    std::vector<double> doubt;
    for (const std::size_t i : left) {
      doubt.push_back(doubt_after(time, i, seen.size(), kTimeNoise) + doubt_after(power, i, seen.size(), kPowerNoise));
    }
    const auto best = left.begin() + (std::min_element(doubt.begin(), doubt.end()) - doubt.begin());
    chosen.push_back(points[*best]);
    time.read(Eigen::Index(*best));
    power.read(Eigen::Index(*best));
    left.erase(best);
  }
  for (std::size_t i = kCandidates; i < candidates.size() && chosen.size() < count; ++i)
    chosen.push_back(candidates[i]);
  return chosen;
}

}  // namespace wattline::model
