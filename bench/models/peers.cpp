// SPDX-License-Identifier: Apache-2.0
#include "peers.hpp"

#include <cmath>
#include <fstream>
#include <sstream>

#include "gaussian_process.hpp"
#include "model/candidate.hpp"
#include "model/features.hpp"
#include "model/pareto_front.hpp"

namespace wattline::bench {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using model::Candidate;
using model::Goal;
using model::History;
using model::Mode;
using model::Proposal;
using model::SearchRules;
using model::Space;

constexpr std::size_t kStarts = 5;  // random ones
constexpr Eigen::Index kKnobs = 4;

enum class Coordinates { lattice, features };

MatrixXd coordinates(const Space& space, const std::vector<Mode>& modes, Coordinates kind) {
  MatrixXd x(Eigen::Index(modes.size()), kKnobs);
  const model::DeviceLimits device = space.device();
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const auto row = Eigen::Index(i);
    if (kind == Coordinates::features) {
      const model::Features f = model::features(modes[i], device);
      x.row(row) << f.log_cores, f.log_cpu, f.log_gpu, f.log_emc;
      continue;
    }
    const model::LatticePoint point = space.point(*space.find(modes[i]));
    for (Eigen::Index axis = 0; axis < kKnobs; ++axis) {
      const auto a = std::size_t(axis);
      x(row, axis) = double(point[a]) / std::max(space.levels(a) - 1, 1);
    }
  }
  return x;
}

// What two Gaussian processes expect of the untried modes.
struct Outlook {
  std::vector<std::size_t> untried;
  GaussianProcess::Belief time, power;
};

Outlook look(const Space& space, const History& history, Coordinates kind) {
  std::vector<Mode> read, untried;
  Outlook outlook;
  const auto outcomes = history.combined();
  VectorXd log_ms(outcomes.size()), log_w(outcomes.size());
  for (const auto& [mode, outcome] : outcomes) {
    log_ms[Eigen::Index(read.size())] = std::log(outcome.minibatch_ms);
    log_w[Eigen::Index(read.size())] = std::log(outcome.power_w);
    read.push_back(mode);
  }
  for (std::size_t i = 0; i < space.modes().size(); ++i) {
    if (history.tried(space.modes()[i])) continue;
    outlook.untried.push_back(i);
    untried.push_back(space.modes()[i]);
  }
  const MatrixXd x = coordinates(space, read, kind), points = coordinates(space, untried, kind);
  const bool linear = kind == Coordinates::features;
  outlook.time = GaussianProcess(x, log_ms, linear).at(points);
  outlook.power = GaussianProcess(x, log_w, linear).at(points);
  return outlook;
}

// Without a mode that keeps the budget: the one that most probably does.
std::optional<Proposal> most_promising(const Goal& goal, const History& history, const Outlook& outlook) {
  const auto best = history.best(goal);
  std::optional<Proposal> chosen;
  for (std::size_t k = 0; k < outlook.untried.size(); ++k) {
    const auto i = Eigen::Index(k);
    Candidate c;
    c.value = outlook.time.mean[i];
    c.value_sd = outlook.time.sd[i];
    c.limit(outlook.power.mean[i], outlook.power.sd[i], std::log(*goal.power_w));
    const double gain = best ? expected_improvement(c, goal.value(best->mode, best->outcome)) : c.chance;
    if (!chosen || gain > chosen->gain) chosen = Proposal{outlook.untried[k], gain, false};
  }
  return chosen;
}

struct Normal {
  double mean, sd;
  // How far it is expected to lie below a limit.
  double below(double limit) const {
    const double u = (limit - mean) / sd;
    return (limit - mean) * 0.5 * std::erfc(-u / std::sqrt(2.0)) + sd * std::exp(-u * u / 2) / std::sqrt(2 * M_PI);
  }
};

// What the front of time and power dominates, in logs, up to a point beyond the worst readings.
class Dominated {
 public:
  explicit Dominated(const History& history) {
    std::vector<model::Costs> read;
    for (const auto& entry : history.combined()) {
      read.push_back({std::log(entry.second.minibatch_ms), std::log(entry.second.power_w)});
      end_.first = std::max(end_.first, read.back().first + kBeyond);
      end_.second = std::max(end_.second, read.back().second + kBeyond);
    }
    for (const std::size_t k : model::pareto_front(read)) front_.push_back(read[k]);
  }
  double volume() const {
    double sum = 0;
    for (std::size_t k = 0; k < front_.size(); ++k)
      sum += ((k + 1 < front_.size() ? front_[k + 1].first : end_.first) - front_[k].first) *
             (end_.second - front_[k].second);
    return sum;
  }
  // Strip by strip between the times of the front: its width that is won times its height that is won.
  double expected_gain(const Normal& time, const Normal& power) const {
    double sum = 0, before = 0, height = end_.second;
    for (const model::Costs& point : front_) {
      const double now = time.below(point.first);
      sum += (now - before) * power.below(height);
      before = now;
      height = point.second;
    }
    return sum + (time.below(end_.first) - before) * power.below(height);
  }

 private:
  static constexpr double kBeyond = 0.1;
  std::vector<model::Costs> front_;
  model::Costs end_{-Candidate::kInfinity, -Candidate::kInfinity};
};

std::optional<Proposal> start(const Space& space, const Goal& goal, const SearchRules& rules, const History& history) {
  return model::propose_random(space, goal, rules, history);
}

}  // namespace

std::optional<Proposal> propose_bayes(const Space& space, const Goal& goal, const SearchRules& rules,
                                      const History& history) {
  if (history.distinct() < kStarts) return start(space, goal, rules, history);
  return most_promising(goal, history, look(space, history, Coordinates::lattice));
}

std::optional<Proposal> propose_bayes_features(const Space& space, const Goal& goal, const SearchRules& rules,
                                               const History& history) {
  if (history.combined().size() < 2) return model::propose_physics(space, goal, rules, history);
  return most_promising(goal, history, look(space, history, Coordinates::features));
}

std::optional<Proposal> propose_active(const Space& space, const Goal& goal, const SearchRules& rules,
                                       const History& history) {
  if (history.distinct() < kStarts) return start(space, goal, rules, history);
  const Outlook outlook = look(space, history, Coordinates::lattice);
  std::vector<model::Costs> costs;
  for (std::size_t k = 0; k < outlook.untried.size(); ++k) {
    const auto i = Eigen::Index(k);
    costs.push_back({std::exp(outlook.time.mean[i]), std::exp(outlook.power.mean[i])});
  }
  Proposal chosen;
  double most = 0;
  for (const std::size_t k : model::pareto_front(costs)) {
    const double unknown = outlook.time.sd[Eigen::Index(k)] + outlook.power.sd[Eigen::Index(k)];
    if (unknown <= most) continue;
    most = unknown;
    chosen.mode = outlook.untried[k];
  }
  return chosen;
}

model::Proposal propose_hypervolume(const Space& space, const History& history) {
  const Outlook outlook = look(space, history, Coordinates::lattice);
  const Dominated dominated(history);
  Proposal chosen;
  double most = -1;
  for (std::size_t k = 0; k < outlook.untried.size(); ++k) {
    const auto i = Eigen::Index(k);
    const double gain = dominated.expected_gain({outlook.time.mean[i], outlook.time.sd[i]},
                                                {outlook.power.mean[i], outlook.power.sd[i]});
    if (gain <= most) continue;
    most = gain;
    chosen.mode = outlook.untried[k];
  }
  chosen.gain = most / dominated.volume();
  return chosen;
}

std::vector<Mode> predefined_modes(const std::string& board_file, const Space& space) {
  std::vector<Mode> modes;
  std::ifstream file(board_file);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key, id, name;
    Mode cap{};
    if (!(words >> key >> id >> name) || key != "mode") continue;
    for (std::size_t axis = 0; axis < 4; ++axis) words >> cap[axis];
    Mode mode{};
    for (std::size_t axis = 0; axis < model::kAxes; ++axis) {
      mode[axis] = space.axis(axis).front();
      for (const std::int64_t setting : space.axis(axis)) {
        if (cap[axis] <= 0 || setting <= cap[axis]) mode[axis] = setting;
      }
    }
    if (space.find(mode)) modes.push_back(mode);
  }
  return modes;
}

}  // namespace wattline::bench
