// SPDX-License-Identifier: Apache-2.0
// Prediction from exact readings of surfaces without noise, and which of them the fit takes for faults.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/random.hpp"
#include "benches.hpp"
#include "model/bounded_prediction.hpp"
#include "model/experimental_design.hpp"
#include "model/workload_model.hpp"
#include "report.hpp"
#include "tables.hpp"

namespace wattline::bench {

namespace {

using model::Mode;
using model::ModeReading;
using model::WorkloadModel;

constexpr std::size_t kCounts[] = {10, 20, 40, 80};
constexpr std::size_t kDraws = 36, kDrawn = 200;  // of each table: 1,000 draws of all

struct JudgedTable {
  std::string name;
  Table rows;
  model::DeviceLimits device;
  std::vector<Mode> modes;
};

JudgedTable named(const std::string& name, const Table& rows) {
  return {name, rows, model::DeviceLimits(modes_of(rows)), modes_of(rows)};
}

std::size_t accused(const WorkloadModel& model) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < model.readings().size(); ++i) count += model.suspect(i) ? 1 : 0;
  return count;
}

// Over all modes, in %.
struct Errors {
  Spread time, power;
};

Errors errors_of(const JudgedTable& table, const WorkloadModel& model) {
  const model::Prediction p = model::predict_within_bounds(model, table.modes);
  Errors errors;
  for (std::size_t i = 0; i < table.modes.size(); ++i) {
    const model::Outcome& real = table.rows.at(table.modes[i]);
    const auto k = Eigen::Index(i);
    errors.time.add(100 * std::fabs(std::exp(p.log_ms[k]) / real.minibatch_ms - 1));
    errors.power.add(100 * std::fabs(std::exp(p.log_w[k]) / real.power_w - 1));
  }
  return errors;
}

// Of all tables: the mean of the means; the largest mean, 95th percentile and error of any table.
struct Summary {
  Spread mean, p95, largest;
  void add(const Spread& errors) {
    mean.add(errors.mean());
    p95.add(*quantile(errors.values, 0.95));
    largest.add(*quantile(errors.values, 1));
  }
  std::string text() const {
    std::string cells = fixed(mean.mean());
    for (const Spread* part : {&mean, &p95, &largest}) cells += "\t" + fixed(*quantile(part->values, 1));
    return cells;
  }
};

std::string text(const Spread& errors) {
  return fixed(errors.mean()) + "\t" + fixed(*quantile(errors.values, 0.95)) + "\t" +
         fixed(*quantile(errors.values, 1));
}

std::string points(std::size_t count) {
  return "design " + std::to_string(count);
}

// Whether each figure is smaller than the one before it.
bool falls(const std::vector<double>& figures) {
  return std::adjacent_find(figures.begin(), figures.end(), std::less_equal<>()) == figures.end();
}

// Of all tables.
struct Totals {
  std::map<std::size_t, Summary> time, power;  // by the number of profiles
  std::map<std::size_t, std::size_t> accused;
  std::size_t tables = 0, time_falls = 0, power_falls = 0;
};

void error_rows(const JudgedTable& table, Totals& totals) {
  const model::Space space(table.modes);
  std::vector<double> time_means, power_means;
  for (const std::size_t count : kCounts) {
    const WorkloadModel model(table.device, readings_of(table.rows, model::design(space, count)));
    const Errors errors = errors_of(table, model);
    const std::size_t suspects = accused(model);
    row(table.name, points(count), text(errors.time), text(errors.power), suspects);
    totals.time[count].add(errors.time);
    totals.power[count].add(errors.power);
    totals.accused[count] += suspects;
    time_means.push_back(errors.time.mean());
    power_means.push_back(errors.power.mean());
  }
  ++totals.tables;
  totals.time_falls += falls(time_means) ? 1 : 0;
  totals.power_falls += falls(power_means) ? 1 : 0;
}

void error_rows(const std::vector<JudgedTable>& tables) {
  Totals totals;
  title("Exact readings of surfaces without noise: errors over all modes (%), and readings taken for faults");
  row("data", "points", "time_mean", "time_p95", "time_largest", "power_mean", "power_p95", "power_largest", "accused");
  for (const JudgedTable& table : tables) error_rows(table, totals);
  title("Exact readings, all tables: mean of the means, largest mean, 95th percentile and error of any table (%)");
  row("data", "points", "time_mean", "largest_mean", "largest_p95", "time_largest", "power_mean", "largest_mean",
      "largest_p95", "power_largest", "accused");
  for (const std::size_t count : kCounts)
    row("exact", points(count), totals.time[count].text(), totals.power[count].text(), totals.accused[count]);
  title("Exact readings: tables on which the mean error falls with every doubling of the profiles");
  row("data", "points", "tables", "time_falls", "power_falls", "time_rises", "power_rises");
  row("exact falls", "design 10 to 80", totals.tables, totals.time_falls, totals.power_falls,
      totals.tables - totals.time_falls, totals.tables - totals.power_falls);
}

std::vector<ModeReading> draw(const JudgedTable& table, std::size_t number) {
  Random random(mix64(49, number));
  std::vector<Mode> modes = table.modes;
  const std::size_t count = std::min(kDrawn, modes.size());
  for (std::size_t i = 0; i < count; ++i) std::swap(modes[i], modes[i + random.below(modes.size() - i)]);
  modes.resize(count);
  return readings_of(table.rows, modes);
}

void accusation_rows(const std::vector<JudgedTable>& tables) {
  title("Exact readings taken for faults: of complete tables, and in random draws of 200");
  row("data", "readings", "accused", "draws", "draws_with_accused", "accused_in_draws");
  std::size_t readings = 0, all_accused = 0, draws = 0, all_with = 0, all_drawn = 0;
  for (const JudgedTable& table : tables) {
    const std::size_t complete = accused(WorkloadModel(table.device, readings_of(table.rows, table.modes)));
    std::size_t with = 0, drawn = 0;
    for (std::size_t i = 0; i < kDraws; ++i) {
      const std::size_t count = accused(WorkloadModel(table.device, draw(table, i)));
      with += count > 0 ? 1 : 0;
      drawn += count;
    }
    row(table.name, table.modes.size(), complete, kDraws, with, drawn);
    readings += table.modes.size();
    all_accused += complete;
    draws += kDraws;
    all_with += with;
    all_drawn += drawn;
  }
  row("exact accused", readings, all_accused, draws, all_with, all_drawn);
}

// Faults put in, one at a time: how many of them the fit finds, and how many sound readings it accuses beside them.
struct Found {
  std::size_t put_in = 0, found = 0, wrongly = 0;
};

Found find_faults(const JudgedTable& table, std::size_t count) {
  const auto sound = readings_of(table.rows, model::design(model::Space(table.modes), count));
  Found result;
  for (std::size_t i = 0; i < sound.size(); ++i) {
    for (const bool fast : {true, false}) {
      std::vector<ModeReading> readings = sound;
      readings[i].minibatch_ms *= fast ? 0.4 : 2.5;
      readings[i].power_w *= fast ? 1.25 : 0.8;
      const WorkloadModel model(table.device, readings);
      for (std::size_t k = 0; k < model.readings().size(); ++k) {
        if (!model.suspect(k)) continue;
        ++(model.readings()[k].mode == readings[i].mode ? result.found : result.wrongly);
      }
      ++result.put_in;
    }
  }
  return result;
}

void fault_rows(const std::string& data, const std::vector<JudgedTable>& tables) {
  for (const std::size_t count : {10, 15, 30}) {
    Found all;
    for (const JudgedTable& table : tables) {
      const Found one = find_faults(table, count);
      all.put_in += one.put_in;
      all.found += one.found;
      all.wrongly += one.wrongly;
    }
    row(data, points(count), all.put_in, all.found, fixed(100.0 * double(all.found) / double(all.put_in), 1),
        all.wrongly);
  }
}

std::vector<JudgedTable> recorded_tables(const std::string& data) {
  std::vector<JudgedTable> tables;
  for (const char* name : {"resnet", "yolo", "bert"}) {
    tables.push_back(named(name, load(data + "/orin-agx_train_" + name + ".tsv")));
  }
  for (const auto& [name, batches] : inference_tables()) {
    for (const int batch : batches)
      tables.push_back(named(name, load(data + "/orin-agx_infer_" + name + ".tsv", false, batch)));
  }
  return tables;
}

}  // namespace

void bench_exact(const std::string& data, const std::string& exact) {
  std::vector<JudgedTable> tables;
  for (const ExactTable& table : exact_tables(exact)) tables.push_back(named(table.name(), table.rows));
  error_rows(tables);
  accusation_rows(tables);
  title("Gross faults put in, one at a time (0.4 or 2.5 times the time, 1.25 or 0.8 times the power), that are found");
  row("data", "points", "put_in", "found", "found_pct", "sound_accused");
  fault_rows("exact faults", tables);
  if (std::filesystem::exists(data)) fault_rows("recorded faults", recorded_tables(data));
}

}  // namespace wattline::bench
