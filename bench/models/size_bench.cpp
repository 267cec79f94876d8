// SPDX-License-Identifier: Apache-2.0
// Prediction from the size of a network, without a profile: fitted to all tables, and with the network or the board in
// question left out.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.hpp"
#include "benches.hpp"
#include "model/bounded_prediction.hpp"
#include "model/experimental_design.hpp"
#include "model/size_prior.hpp"
#include "model/surface_curves.hpp"
#include "model/workload_model.hpp"
#include "platform/board/boards.hpp"
#include "report.hpp"
#include "tables.hpp"

namespace wattline::bench {

namespace {

using Eigen::VectorXd;
using model::Mode;

constexpr std::size_t kFitted = 40;  // modes of each table, those of the design

struct SizedTable {
  std::string name, network, board;
  model::SizedWork work;
  model::Hardware hardware;
  bool recorded;
  bool true_power;  // else its watts count a part of the board twice
  Table rows;
  std::vector<Mode> modes, fitted;
};

model::Hardware hardware_of(const std::string& board, const Mode& top) {
  const platform::BoardFacts& facts = platform::facts_of(board);
  if (facts.cuda_cores == 0) throw data_error(board + ": the GPU of this board is not known");
  return {double(facts.cuda_cores), double(facts.memory_bits), top};
}

SizedTable sized(const std::string& sizes, const std::string& name, const std::string& network,
                 const std::string& board, const Table& rows, double batch, bool training) {
  SizedTable table{name, network, board, {}, {}, name.rfind("emulated", 0) != 0, true, rows, modes_of(rows), {}};
  table.work = {model::read_network_size(sizes + "/" + network + ".tsv"), batch, training};
  table.hardware = hardware_of(board, model::DeviceLimits(table.modes).top);
  table.fitted = model::design(model::Space(table.modes), kFitted);
  return table;
}

std::vector<SizedTable> sized_tables(const std::string& data, const std::string& exact, const std::string& sizes) {
  std::vector<SizedTable> tables;
  const std::map<std::string, std::string> training{{"resnet", "resnet18"}, {"yolo", "yolov8n"}, {"bert", "bert"}};
  for (const auto& [file, network] : training) {
    tables.push_back(sized(sizes, "AGX Orin " + network, network, "agx-orin",
                           load(data + "/orin-agx_train_" + file + ".tsv"), 16, true));
  }
  tables.push_back(sized(sizes, "Orin Nano resnet18", "resnet18", "orin-nano",
                         load(data + "/orin-nano_train_resnet.tsv"), 16, true));
  tables.back().true_power = false;  // jetson_stats 4.1 added the input and the rails that it feeds
  const std::map<std::string, std::string> inference{{"resnet", "resnet50"}, {"bert", "bert-large"}};
  for (const auto& [file, batches] : inference_tables()) {
    for (const int batch : batches) {
      const std::string& network = inference.at(file);
      tables.push_back(sized(sizes, "AGX Orin " + network + " inference " + std::to_string(batch), network, "agx-orin",
                             load(data + "/orin-agx_infer_" + file + ".tsv", false, batch), batch, false));
    }
  }
  for (const ExactTable& table : exact_tables(exact)) {
    tables.push_back(sized(sizes, "emulated " + table.name(), table.workload, table.board, table.rows, 16, true));
  }
  return tables;
}

using Kept = std::vector<const SizedTable*>;

// Values at the fitted modes of all tables, with numerical derivatives.
model::Curve curve_of(const std::function<VectorXd(const VectorXd&)>& values, const VectorXd& costs) {
  constexpr double kStep = 1e-4;
  model::Curve curve{values(costs), {}};
  curve.slope.resize(curve.value.size(), costs.size());
  for (Eigen::Index k = 0; k < costs.size(); ++k) {
    VectorXd moved = costs;
    moved[k] += kStep;
    curve.slope.col(k) = (values(moved) - curve.value) / kStep;
  }
  return curve;
}

VectorXd all_values(const Kept& tables, const std::function<VectorXd(const SizedTable&)>& of) {
  VectorXd all;
  for (const SizedTable* table : tables) {
    const VectorXd one = of(*table);
    all.conservativeResize(all.size() + one.size());
    all.tail(one.size()) = one;
  }
  return all;
}

// The modes of one table share its error, so that all of them together count as one reading.
VectorXd fit_costs(const Kept& tables, const model::Prior& prior,
                   const std::function<VectorXd(const SizedTable&, const VectorXd&)>& values, const VectorXd& observed,
                   double spread) {
  const Eigen::Index n = observed.size();
  const model::Residual none{model::MatrixXd::Zero(n, 1), VectorXd::Zero(n)};
  const auto forward = [&](const VectorXd& costs) {
    return curve_of([&](const VectorXd& c) { return all_values(tables, [&](const auto& t) { return values(t, c); }); },
                    costs);
  };
  return model::fit({forward, observed, prior, none, VectorXd::Constant(n, spread * std::sqrt(double(kFitted)))}).theta;
}

VectorXd log_times(const SizedTable& table, const VectorXd& costs) {
  const auto x = model::features(table.fitted, model::DeviceLimits({table.hardware.top}));
  return model::time_curve(model::time_parameters(table.work, table.hardware, costs), x).value;
}

VectorXd log_powers(const SizedTable& table, const model::SizeCosts& costs) {
  const model::DeviceLimits device({table.hardware.top});
  const auto x = model::features(table.fitted, device);
  const VectorXd time = model::time_parameters(table.work, table.hardware, costs.time);
  const model::TimeCurve curve = model::time_curve(time, x);
  const VectorXd power = model::power_parameters(table.work, table.hardware, time, costs.power);
  return model::power_curve(power, x, model::activities(time, curve, x, curve.value, device)).value;
}

model::SizeCosts fit_costs(const Kept& tables) {
  constexpr double kTimeSpread = 0.4, kPowerSpread = 0.2;  // of tables around the model
  const auto observed = [](const Kept& of, double model::Outcome::*part) {
    return all_values(of, [&](const SizedTable& table) {
      VectorXd logs(table.fitted.size());
      for (std::size_t i = 0; i < table.fitted.size(); ++i)
        logs[Eigen::Index(i)] = std::log(table.rows.at(table.fitted[i]).*part);
      return logs;
    });
  };
  model::SizeCosts costs;
  costs.time = fit_costs(tables, model::time_cost_prior(), log_times, observed(tables, &model::Outcome::minibatch_ms),
                         kTimeSpread);
  const auto powers = [&](const SizedTable& table, const VectorXd& power) {
    return log_powers(table, {costs.time, power});
  };
  Kept powered = tables;
  powered.erase(std::remove_if(powered.begin(), powered.end(), [](const auto* table) { return !table->true_power; }),
                powered.end());
  costs.power =
      fit_costs(powered, model::power_cost_prior(), powers, observed(powered, &model::Outcome::power_w), kPowerSpread);
  return costs;
}

// Of one table, in %; the shares of modes that are within one and two standard deviations.
struct SizeErrors {
  Spread time, power;
  double time_within[2] = {}, power_within[2] = {};
};

SizeErrors errors_of(const SizedTable& table, const model::Priors& priors, std::size_t profiles) {
  std::vector<Mode> profiled;
  if (profiles > 0) profiled = model::design(model::Space(table.modes), profiles);
  const model::WorkloadModel model(model::DeviceLimits(table.modes), readings_of(table.rows, profiled), priors);
  const model::Prediction p = model::predict_within_bounds(model, table.modes);
  SizeErrors errors;
  const auto share = 100 / double(table.modes.size());
  for (std::size_t i = 0; i < table.modes.size(); ++i) {
    const auto k = Eigen::Index(i);
    const model::Outcome& real = table.rows.at(table.modes[i]);
    const double time = p.log_ms[k] - std::log(real.minibatch_ms), power = p.log_w[k] - std::log(real.power_w);
    errors.time.add(100 * std::fabs(std::expm1(time)));
    errors.power.add(100 * std::fabs(std::expm1(power)));
    for (const int sds : {1, 2}) {
      errors.time_within[sds - 1] += std::fabs(time) <= sds * p.log_ms_sd[k] ? share : 0;
      errors.power_within[sds - 1] += std::fabs(power) <= sds * p.log_w_sd[k] ? share : 0;
    }
  }
  return errors;
}

Kept kept(const std::vector<SizedTable>& tables, const std::function<bool(const SizedTable&)>& keep) {
  Kept chosen;
  for (const SizedTable& table : tables) {
    if (keep(table)) chosen.push_back(&table);
  }
  return chosen;
}

// Means over tables, by what was done.
using Means = std::map<std::string, std::map<std::string, Spread>>;

void add(Means& means, const SizedTable& table, const std::string& what, const SizeErrors& errors) {
  for (const char* group : {table.recorded ? "recorded" : "emulated", "all"}) {
    auto& of = means[what];
    of[std::string(group) + " time"].add(errors.time.mean());
    for (const int sds : {1, 2})
      of[std::string(group) + " time within " + std::to_string(sds)].add(errors.time_within[sds - 1]);
    if (!table.true_power) continue;
    of[std::string(group) + " power"].add(errors.power.mean());
    for (const int sds : {1, 2})
      of[std::string(group) + " power within " + std::to_string(sds)].add(errors.power_within[sds - 1]);
  }
}

// What is done without a model: FLOPs over the peak rate at the GPU's clock, times the median ratio of other networks.
double log_flops_time(const SizedTable& table, const Mode& mode) {
  const double passes = table.work.training ? 3 : 1;
  return std::log(1e3 * table.work.batch * passes * table.work.network.flops /
                  (2 * table.hardware.cuda_cores * double(mode[model::kGpu])));
}

double flops_error(const SizedTable& table, const Kept& others) {
  std::vector<double> ratios;
  for (const SizedTable* other : others) {
    for (const Mode& mode : other->fitted)
      ratios.push_back(std::log(other->rows.at(mode).minibatch_ms) - log_flops_time(*other, mode));
  }
  Spread errors;
  for (const auto& [mode, outcome] : table.rows)
    errors.add(100 * std::fabs(std::exp(log_flops_time(table, mode) + *median(ratios)) / outcome.minibatch_ms - 1));
  return errors.mean();
}

void print(const std::string& name, const std::vector<std::string>& names, const VectorXd& values) {
  std::string line;
  for (std::size_t i = 0; i < names.size(); ++i)
    line += (i > 0 ? ", " : "") + names[i] + " " + fixed(values[Eigen::Index(i)]);
  row(name, line);
}

void table_rows(const std::vector<SizedTable>& tables, const model::SizeCosts& all, Means& means) {
  title("Predictions from the size of the network, without a profile: mean error (%)");
  row("data", "time", "power", "time_without_network", "power_without_network", "time_without_board",
      "power_without_board", "time_by_flops");
  for (const SizedTable& table : tables) {
    const Kept other_networks = kept(tables, [&](const auto& t) { return t.network != table.network; });
    const model::SizeCosts network = fit_costs(other_networks);
    const model::SizeCosts board = fit_costs(kept(tables, [&](const auto& t) { return t.board != table.board; }));
    std::string cells;
    const std::vector<std::pair<std::string, const model::SizeCosts*>> fits{
        {"in sample", &all}, {"network left out", &network}, {"board left out", &board}};
    for (const auto& [name, costs] : fits) {
      const SizeErrors errors = errors_of(table, model::size_priors(table.work, table.hardware, *costs), 0);
      cells += (cells.empty() ? "" : "\t") + fixed(errors.time.mean(), 1) + "\t" +
               (table.true_power ? fixed(errors.power.mean(), 1) : "NA");
      add(means, table, name, errors);
    }
    const double by_flops = flops_error(table, other_networks);
    means["FLOPs alone, network left out"][table.recorded ? "recorded time" : "emulated time"].add(by_flops);
    means["FLOPs alone, network left out"]["all time"].add(by_flops);
    row(table.name, cells, fixed(by_flops, 1));
    for (const std::size_t profiles : {1, 2, 3, 5}) {
      const std::string count = std::to_string(profiles) + " of the design";
      const auto sized_priors = model::size_priors(table.work, table.hardware, network);
      add(means, table, count + ", with the size", errors_of(table, sized_priors, profiles));
      add(means, table, count + ", without", errors_of(table, {}, profiles));
    }
  }
}

}  // namespace

void bench_size(const std::string& data, const std::string& exact, const std::string& sizes) {
  const std::vector<SizedTable> tables = sized_tables(data, exact, sizes);
  const model::SizeCosts all = fit_costs(kept(tables, [](const auto&) { return true; }));
  Means means;
  table_rows(tables, all, means);
  title("The same, means over tables: time and power (%), and how many modes are within 1 and 2 standard deviations");
  row("data", "what", "time", "power", "time_within_1", "time_within_2", "power_within_1", "power_within_2");
  for (const char* group : {"recorded", "emulated", "all"}) {
    for (auto& [what, of] : means) {
      const auto mean = [&, &of = of](const std::string& part) {
        const Spread& values = of[group + (" " + part)];
        return values.values.empty() ? "NA" : fixed(values.mean(), 1);
      };
      row(std::string("size, ") + group, what, mean("time"), mean("power"), mean("time within 1"),
          mean("time within 2"), mean("power within 1"), mean("power within 2"));
    }
  }
  title("Costs fitted to all tables, as lib/model/size_prior.cpp has them (natural logs)");
  print("time", model::time_cost_names(), all.time);
  print("power", model::power_cost_names(), all.power);
}

}  // namespace wattline::bench
