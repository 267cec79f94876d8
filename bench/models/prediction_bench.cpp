// SPDX-License-Identifier: Apache-2.0
// Errors over all modes that were not profiled.
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include "benches.hpp"
#include "model/bounded_prediction.hpp"
#include "model/experimental_design.hpp"
#include "model/linear_model.hpp"
#include "model/prediction_error.hpp"
#include "model/workload_model.hpp"
#include "report.hpp"
#include "tables.hpp"

namespace wattline::bench {

namespace {

using model::Mode;
using model::ModeReading;

struct Errors {
  double time_pct = 0, power_pct = 0;
};

std::vector<Mode> unprofiled(const Table& table, const std::vector<ModeReading>& readings) {
  std::set<Mode> profiled;
  for (const ModeReading& reading : readings) profiled.insert(reading.mode);
  std::vector<Mode> rest;
  for (const auto& entry : table) {
    if (profiled.count(entry.first) == 0) rest.push_back(entry.first);
  }
  return rest;
}

Errors physics_errors(const Table& table, const std::vector<ModeReading>& readings) {
  const std::vector<Mode> rest = unprofiled(table, readings);
  const auto p =
      model::predict_within_bounds(model::WorkloadModel(model::DeviceLimits(modes_of(table)), readings), rest);
  std::vector<model::Pair> time, power;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const model::Outcome& real = table.at(rest[i]);
    time.push_back({std::exp(p.log_ms[Eigen::Index(i)]), real.minibatch_ms});
    power.push_back({std::exp(p.log_w[Eigen::Index(i)]), real.power_w});
  }
  return {model::score(time).mean_pct, model::score(power).mean_pct};
}

// Mean errors of several workloads, and the largest.
struct Means {
  Spread time, power;
  void add(const Errors& errors) {
    time.add(errors.time_pct);
    power.add(errors.power_pct);
  }
};

void print(const std::string& data, const std::string& points, const Means& means) {
  row(data, points, means.time.values.size(), fixed(means.time.mean()), fixed(means.power.mean()),
      fixed(*quantile(means.time.values, 1)), fixed(*quantile(means.power.values, 1)));
}

void head(const std::string& text) {
  title(text);
  row("data", "points", "fits", "time_mape_pct", "power_mape_pct", "worst_time_pct", "worst_power_pct");
}

void design_rows(const std::string& data, const std::vector<Table>& tables, const std::vector<std::size_t>& counts) {
  for (const std::size_t n : counts) {
    Means means;
    for (const Table& table : tables) {
      const auto modes = model::design(model::Space(modes_of(table)), n);
      means.add(physics_errors(table, readings_of(table, modes)));
    }
    print(data, "design " + std::to_string(n), means);
  }
}

void fault_row(const std::vector<Table>& tables) {
  Means means;
  for (const Table& table : tables) {
    const auto clean = readings_of(table, model::design(model::Space(modes_of(table)), 15));
    for (std::size_t i = 0; i < clean.size(); ++i) {
      for (const bool fast : {true, false}) {
        std::vector<ModeReading> readings = clean;
        readings[i].minibatch_ms *= fast ? 0.4 : 2.5;
        readings[i].power_w *= fast ? 1.25 : 0.8;
        means.add(physics_errors(table, readings));
      }
    }
  }
  print("training", "design 15, one gross fault", means);
}

// Lines "workload n seed indices": indices into the table sorted by mode, flagged rows included.
void random_rows(const std::string& samples, const std::map<std::string, std::string>& paths) {
  std::map<std::string, std::pair<std::vector<Mode>, Table>> tables;
  for (const auto& [name, path] : paths) tables[name] = {modes_of(load(path, true)), load(path)};
  std::map<int, Means> by_count;
  std::ifstream file(samples);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string name;
    int count = 0, seed = 0;
    words >> name >> count >> seed;
    const auto& [all, table] = tables.at(name);
    std::vector<Mode> modes;
    for (std::size_t index = 0; words >> index;) modes.push_back(all.at(index));
    by_count[count].add(physics_errors(table, readings_of(table, modes)));
  }
  for (const auto& [count, means] : by_count) print("training", "random " + std::to_string(count), means);
}

}  // namespace

void bench_prediction(const std::string& data, const std::string& models) {
  std::map<std::string, std::string> paths;
  std::vector<Table> training;
  for (const char* name : {"resnet", "yolo", "bert"}) {
    paths[name] = data + "/orin-agx_train_" + name + ".tsv";
    training.push_back(load(paths[name]));
  }
  head("Prediction: mean absolute error over all unprofiled modes, mean over workloads (training: resnet, yolo, bert)");
  design_rows("training", training, {5, 10, 15, 20, 30});
  fault_row(training);
  random_rows(models + "/p2_random_samples.tsv", paths);
  std::vector<Table> inference;
  for (const auto& [name, batches] : inference_tables()) {
    for (const int batch : batches) inference.push_back(load(data + "/orin-agx_infer_" + name + ".tsv", false, batch));
  }
  design_rows("inference", inference, {10, 20});
  design_rows("nano resnet", {load(data + "/orin-nano_train_resnet.tsv")}, {10, 20});
}

}  // namespace wattline::bench
