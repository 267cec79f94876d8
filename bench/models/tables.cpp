// SPDX-License-Identifier: Apache-2.0
#include "tables.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.hpp"
#include "model/profile_import.hpp"
#include "model/reference_fit.hpp"

namespace wattline::bench {

using model::Mode;

Table load(const std::string& path, bool keep_flagged, std::optional<std::int64_t> batch) {
  io::TsvReader reader(path);
  io::ProfileTable rows = io::read_profiles(reader, io::ProfileNeeds::outcome);
  if (io::batches_of(rows).size() > 1 && !batch) throw data_error(path + ": its rows have several batch sizes");
  io::keep_batch(rows, batch);
  Table table;
  for (const model::ModeReading& r : model::combine(model::readings_of(rows, keep_flagged)))
    table[r.mode] = {r.minibatch_ms, r.power_w, 0};
  return table;
}

std::vector<Mode> modes_of(const Table& table) {
  std::vector<Mode> modes;
  for (const auto& entry : table) modes.push_back(entry.first);
  return modes;
}

std::vector<model::ModeReading> readings_of(const Table& table, const std::vector<Mode>& modes) {
  std::vector<model::ModeReading> readings;
  for (const Mode& mode : modes) {
    const auto found = table.find(mode);
    if (found != table.end()) readings.push_back({mode, found->second.minibatch_ms, found->second.power_w});
  }
  return readings;
}

std::vector<ExactTable> exact_tables(const std::string& folder) {
  std::vector<ExactTable> tables;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".tsv") continue;
    const std::string name = file.path().stem().string();
    const auto blank = name.find(' ');
    tables.push_back({name.substr(0, blank), name.substr(blank + 1), load(file.path().string())});
  }
  std::sort(tables.begin(), tables.end(), [](const auto& a, const auto& b) { return a.name() < b.name(); });
  if (tables.empty()) throw data_error(folder + ": there are no tables", "jetsim truth prints them");
  return tables;
}

model::Priors priors_of(const std::vector<const Table*>& references) {
  std::vector<std::vector<model::ModeReading>> readings;
  for (const Table* table : references) readings.push_back(readings_of(*table, modes_of(*table)));
  return model::priors_of_workloads(readings);
}

namespace {

// "resnet" of "resnet16"
std::string network_of(const std::string& name) {
  return name.substr(0, name.find_first_of("0123456789"));
}

}  // namespace

model::Priors priors_without(const NamedTables& tables, const std::string& name) {
  std::vector<const Table*> others;
  for (const auto& [other, table] : tables) {
    if (network_of(other) != network_of(name)) others.push_back(&table);
  }
  return priors_of(others);
}

model::Priors priors_in_sample(const NamedTables& tables) {
  std::vector<const Table*> all;
  for (const auto& entry : tables) all.push_back(&entry.second);
  return priors_of(all);
}

Table grid441(const Table& table) {
  const auto on = [](std::int64_t value, std::initializer_list<std::int64_t> list) {
    return std::find(list.begin(), list.end(), value) != list.end();
  };
  Table grid;
  for (const auto& [mode, outcome] : table) {
    if (on(mode[model::kCores], {4, 8, 12}) &&
        on(mode[model::kCpu], {422400, 729600, 1036800, 1344000, 1651200, 1958400, 2201600}) &&
        on(mode[model::kGpu], {114750000, 318750000, 522750000, 726750000, 930750000, 1134750000, 1300500000}) &&
        on(mode[model::kEmc], {665600000, 2133000000, 3199000000})) {
      grid[mode] = outcome;
    }
  }
  return grid;
}

std::optional<double> optimum(const Table& table, double budget_w) {
  std::optional<double> best;
  for (const auto& [mode, outcome] : table) {
    if (outcome.power_w <= budget_w && (!best || outcome.minibatch_ms < *best)) best = outcome.minibatch_ms;
  }
  return best;
}

double power_of_fastest(const Table& table) {
  return std::min_element(table.begin(), table.end(),
                          [](const auto& a, const auto& b) { return a.second.minibatch_ms < b.second.minibatch_ms; })
      ->second.power_w;
}

namespace {

constexpr int kReach = 2;   // lattice steps to each side
constexpr int kTerms = 15;  // 1, 4 linear, 10 quadratic
constexpr double kRobust = 0.02;

Eigen::RowVectorXd terms(const Eigen::Vector4d& x) {
  Eigen::RowVectorXd row(kTerms);
  row[0] = 1;
  int k = 1;
  for (int i = 0; i < 4; ++i) row[k++] = x[i];
  for (int i = 0; i < 4; ++i) {
    for (int j = i; j < 4; ++j) row[k++] = x[i] * x[j];
  }
  return row;
}

Eigen::Vector4d place(const Mode& mode, const Mode& centre) {
  Eigen::Vector4d x;
  for (std::size_t axis = 0; axis < 4; ++axis)
    x[Eigen::Index(axis)] = std::log(double(mode[axis]) / double(centre[axis]));
  return x;
}

// Weighted least squares, reweighted so that faults count little; a small ridge serves thin corners of the lattice.
double robust_centre(const Eigen::MatrixXd& x, const Eigen::VectorXd& y) {
  Eigen::VectorXd weight = Eigen::VectorXd::Ones(y.size());
  Eigen::VectorXd found;
  for (int round = 0; round < 4; ++round) {
    Eigen::MatrixXd normal = x.transpose() * weight.asDiagonal() * x;
    normal.diagonal().array() += 1e-4;
    found = normal.ldlt().solve(x.transpose() * (weight.asDiagonal() * y));
    weight = (1 + ((y - x * found).array() / kRobust).square()).inverse();
  }
  return found[0];
}

}  // namespace

Table denoise(const Table& table) {
  const model::Space space(modes_of(table));
  Table smooth;
  for (std::size_t i = 0; i < space.modes().size(); ++i) {
    const Mode& centre = space.modes()[i];
    const model::LatticePoint here = space.point(i);
    std::vector<Mode> near;
    for (std::size_t k = 0; k < space.modes().size(); ++k) {
      const model::LatticePoint there = space.point(k);
      bool inside = k != i;
      for (std::size_t axis = 0; axis < 4; ++axis) inside = inside && std::abs(there[axis] - here[axis]) <= kReach;
      if (inside) near.push_back(space.modes()[k]);
    }
    Eigen::MatrixXd x(Eigen::Index(near.size()), kTerms);
    Eigen::VectorXd ms(x.rows()), watts(x.rows());
    for (Eigen::Index k = 0; k < x.rows(); ++k) {
      const model::Outcome& outcome = table.at(near[std::size_t(k)]);
      x.row(k) = terms(place(near[std::size_t(k)], centre));
      ms[k] = std::log(outcome.minibatch_ms);
      watts[k] = std::log(outcome.power_w);
    }
    smooth[centre] = {std::exp(robust_centre(x, ms)), std::exp(robust_centre(x, watts)), 0};
  }
  return smooth;
}

}  // namespace wattline::bench
