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

// How many readings lie within so many standard deviations of the prediction.
struct Coverage {
  int readings = 0, time_68 = 0, time_95 = 0, power_68 = 0, power_95 = 0;
  void add(double time_off, double power_off) {
    ++readings;
    time_68 += std::fabs(time_off) <= 1 ? 1 : 0;
    time_95 += std::fabs(time_off) <= 1.96 ? 1 : 0;
    power_68 += std::fabs(power_off) <= 1 ? 1 : 0;
    power_95 += std::fabs(power_off) <= 1.96 ? 1 : 0;
  }
};

Errors physics_errors(const Table& table, const std::vector<ModeReading>& readings, const model::Priors& priors = {},
                      Coverage* coverage = nullptr, const std::optional<model::DeviceLimits>& device = {}) {
  const std::vector<Mode> rest = unprofiled(table, readings);
  const model::WorkloadModel fit(device.value_or(model::DeviceLimits(modes_of(table))), readings, priors);
  const auto p = model::predict_within_bounds(fit, rest);
  std::vector<model::Pair> time, power;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const model::Outcome& real = table.at(rest[i]);
    time.push_back({std::exp(p.log_ms[Eigen::Index(i)]), real.minibatch_ms});
    power.push_back({std::exp(p.log_w[Eigen::Index(i)]), real.power_w});
    if (coverage == nullptr) continue;
    const auto k = Eigen::Index(i);
    coverage->add((p.log_ms[k] - std::log(real.minibatch_ms)) / p.log_ms_sd[k],
                  (p.log_w[k] - std::log(real.power_w)) / p.log_w_sd[k]);
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

void coverage_rows(const std::string& data, const std::vector<Table>& tables) {
  for (const std::size_t n : {10, 20}) {
    Coverage c;
    for (const Table& table : tables) {
      physics_errors(table, readings_of(table, model::design(model::Space(modes_of(table)), n)), {}, &c);
    }
    const auto share = [&](int count) { return fixed(100.0 * count / c.readings, 0); };
    row(data, "intervals, design " + std::to_string(n), c.readings, share(c.time_68), share(c.time_95),
        share(c.power_68), share(c.power_95));
  }
}

// With the prior that the other networks give, and with one that is fitted to the network itself, too.
void prior_rows(const std::string& data, const NamedTables& tables) {
  const model::Priors in_sample = priors_in_sample(tables);
  for (const std::size_t n : {3, 5, 10}) {
    Means built_in, left_out, fitted;
    for (const auto& [name, table] : tables) {
      const auto readings = readings_of(table, model::design(model::Space(modes_of(table)), n));
      built_in.add(physics_errors(table, readings));
      left_out.add(physics_errors(table, readings, priors_without(tables, name)));
      fitted.add(physics_errors(table, readings, in_sample));
    }
    const std::string design = ", design " + std::to_string(n);
    print(data, "built-in prior" + design, built_in);
    print(data, "prior of others, network left out" + design, left_out);
    print(data, "prior of all, in sample" + design, fitted);
  }
}

void prior_rows_elsewhere(const std::string& data, const Table& table, const NamedTables& references) {
  const model::Priors priors = priors_in_sample(references);
  for (const std::size_t n : {3, 5, 10}) {
    const auto readings = readings_of(table, model::design(model::Space(modes_of(table)), n));
    Means built_in, with;
    built_in.add(physics_errors(table, readings));
    with.add(physics_errors(table, readings, priors));
    print(data, "built-in prior, design " + std::to_string(n), built_in);
    print(data, "prior of another board, design " + std::to_string(n), with);
  }
}

// Ten profiles at one batch size and three at another predict the other.
void batch_rows(const std::string& data) {
  for (const auto& [name, batches] : inference_tables()) {
    Means joint, alone, chosen;
    for (const int known_batch : batches) {
      for (const int asked : batches) {
        if (asked == known_batch) continue;
        const auto with_batch = [&](int batch, std::size_t n, Table* all) {
          const Table table = load(data + "/orin-agx_infer_" + name + ".tsv", false, batch);
          auto readings = readings_of(table, model::design(model::Space(modes_of(table)), n));
          for (ModeReading& reading : readings) reading.mode[model::kBatch] = batch;
          for (const auto& entry : table) {
            Mode mode = entry.first;
            mode[model::kBatch] = batch;
            if (all != nullptr) (*all)[mode] = entry.second;
          }
          return readings;
        };
        Table table;
        const auto known = with_batch(known_batch, 10, nullptr);
        auto readings = with_batch(asked, 3, &table);
        alone.add(physics_errors(table, readings));
        readings.insert(readings.end(), known.begin(), known.end());
        model::DeviceLimits device(modes_of(table));
        for (const ModeReading& reading : readings) device.extend(reading.mode);
        joint.add(physics_errors(table, readings, {}, nullptr, device));
        auto beside = readings_of(table, model::design_beside(model::Space(modes_of(table)), known, 3));
        beside.insert(beside.end(), known.begin(), known.end());
        chosen.add(physics_errors(table, beside, {}, nullptr, device));
      }
    }
    print("inference " + name, "3 at a batch size", alone);
    print("inference " + name, "and 10 at another", joint);
    print("inference " + name, "3 chosen beside the 10", chosen);
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
  NamedTables named_training, named_inference;
  std::vector<Table> training, inference;
  for (const char* name : {"resnet", "yolo", "bert"}) {
    paths[name] = data + "/orin-agx_train_" + name + ".tsv";
    training.push_back(load(paths[name]));
    named_training.emplace_back(name, training.back());
  }
  for (const auto& [name, batches] : inference_tables()) {
    for (const int batch : batches) {
      inference.push_back(load(data + "/orin-agx_infer_" + name + ".tsv", false, batch));
      named_inference.emplace_back(name + std::to_string(batch), inference.back());
    }
  }
  head("Prediction: mean absolute error over all unprofiled modes, mean over workloads (training: resnet, yolo, bert)");
  design_rows("training", training, {5, 10, 15, 20, 30});
  fault_row(training);
  random_rows(models + "/p2_random_samples.tsv", paths);
  design_rows("inference", inference, {10, 20});
  const std::vector<Table> nano{load(data + "/orin-nano_train_resnet.tsv")};
  design_rows("nano resnet", nano, {10, 20});
  prior_rows("training", named_training);
  prior_rows("inference", named_inference);
  prior_rows_elsewhere("nano resnet", nano.front(), named_training);
  batch_rows(data);
  title("Intervals: share of the readings of unprofiled modes within the 68 % and the 95 % interval (%)");
  row("data", "points", "readings", "time_68", "time_95", "power_68", "power_95");
  coverage_rows("training", training);
  coverage_rows("inference", inference);
  coverage_rows("nano resnet", nano);
}

}  // namespace wattline::bench
