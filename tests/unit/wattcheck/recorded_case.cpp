// SPDX-License-Identifier: Apache-2.0
#include "recorded_case.hpp"

#include <fmt/format.h>

#include <cmath>

namespace wattline::test {

namespace {

constexpr double kStartS = 1000, kWallS = 1.7e9;  // CLOCK_MONOTONIC at the start, and the wall clock ahead of it
constexpr double kLeadS = 4;                      // the loggers run before and after the training for so long

std::string fixed(double value, int decimals) {
  return fmt::format("{:.{}f}", value, decimals);
}

Table step_table(const Kit& kit) {
  Table rows{{"start_mono_s", "end_mono_s", "time_s", "epoch", "step", "phase", "step_ms", "source"}};
  double t = kStartS;
  const double epoch_s = kit.seconds / kit.epochs;
  for (int epoch = 0; epoch < kit.epochs; ++epoch) {
    const double end_s = kStartS + (epoch + 1) * epoch_s;
    for (int step = 0; t < end_s; ++step) {
      const double ms = kit.step_ms * (step == 0 ? 8 : 1 + 0.02 * std::sin(1.7 * step));
      const double next = t + ms / 1e3;
      rows.push_back({fixed(t, 6), fixed(next, 6), fixed(kWallS + next, 6), std::to_string(epoch), std::to_string(step),
                      step == 0 ? "first" : "counted", fixed(ms, 3), "measured"});
      t = next;
    }
  }
  return rows;
}

Table power_table(const Kit& kit, double end_s) {
  Table rows{{"time_s", "mono_s", "rail", "scope", "voltage_v", "current_a", "power_w", "stale", "source"}};
  const auto ticks = static_cast<int>((kit.seconds + 2 * kLeadS) / kit.interval_s);
  double converted_s = -1, watts = 0;
  for (int i = 0; i < ticks; ++i) {
    const double t = kStartS - kLeadS + i * kit.interval_s;
    const bool stale = i > 0 && t - converted_s < kit.window_s;
    const double load = t > kStartS && t - kit.window_s < end_s ? 1 : kit.rest;
    if (!stale) watts = load * kit.watts * (1 + 0.01 * std::sin(2.1 * i)), converted_s = t;
    rows.push_back({fixed(kWallS + t, 6), fixed(t, 6), "TOTAL", "total", "NA", "NA", fixed(watts, 4), stale ? "1" : "0",
                    "measured"});
  }
  return rows;
}

Table load_table(const Kit& kit) {
  Table rows{{"time_s", "mono_s", "cpu_pct", "proc_cpu_pct", "cpus_online", "cpu_khz", "gpu_hz", "emc_hz", "temp_max_c",
              "oc_events", "uv_events", "read_b_per_s", "source"}};
  const auto ticks = static_cast<int>(kit.seconds + 2 * kLeadS);
  for (int i = 0; i < ticks; ++i) {
    const double t = kStartS - kLeadS + i;
    const double celsius = kit.celsius + 1.5 * (1 - std::exp(-i / 30.0));
    rows.push_back({fixed(kWallS + t, 6), fixed(t, 6), "31.0", "29.5", "6", "1510400", "624750000", "2133000000",
                    fixed(celsius, 1), "7", "NA", "1048576", "measured"});
  }
  return rows;
}

Table epoch_table(const Table& steps) {
  Table rows{{"start_mono_s", "end_mono_s", "time_s", "epoch", "complete", "steps", "resident_pct", "source"}};
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (steps[i][4] == "0") rows.push_back({steps[i][0], "", "", steps[i][3], "1", "0", "100.0000", "measured"});
    rows.back()[1] = steps[i][1];
    rows.back()[2] = steps[i][2];
    rows.back()[5] = std::to_string(std::stoi(rows.back()[5]) + 1);
  }
  return rows;
}

std::map<std::string, std::string> common_meta(const Kit& kit, const std::string& tool) {
  return {{"tool", tool},
          {"host", "board1"},
          {"boot_id", "3ff49e81-4292-4bcf-a538-77a68d6a2a0d"},
          {"kernel", "5.15.136-tegra"},
          {"source", "measured"},
          {"board", kit.board},
          {"soc", "tegra234"},
          {"l4t", "r36.3.0"},
          {"mode_start", kit.mode},
          {"mode_end", kit.mode}};
}

}  // namespace

void EditedTable::add(const std::string& name, double amount, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) at(i, name) = fixed(number(i, name) + amount, 6);
}

void EditedTable::drop(const std::string& name) {
  const auto index = static_cast<long>(column(name));
  for (auto& row : rows) row.erase(row.begin() + index);
}

std::string EditedTable::text() const {
  std::string text;
  for (const auto& row : rows) text += join(row, "\t") + "\n";
  return text;
}

void RecordedCase::record(const Kit& kit) {
  files["steps"].rows = step_table(kit);
  files["power"].rows = power_table(kit, std::stod(files["steps"].rows.back()[1]));
  files["load"].rows = load_table(kit);
  files["epochs"].rows = epoch_table(files["steps"].rows);
  files["watch"].rows = {{"time_s", "mono_s", "knob", "object", "status", "problem", "source"}};
  files["cache"].rows = {{"time_s", "mono_s", "label", "resident_pct", "source"},
                         {fixed(kWallS + kStartS, 6), fixed(kStartS, 6), "before", "100.0000", "measured"}};
  metas["power"] = common_meta(kit, "powerlog");
  metas["power"].insert({{"interval_s", fixed(kit.interval_s, 6)},
                         {"missed_ticks", "0"},
                         {"total_rule", "VDD_IN"},
                         {"rail.TOTAL.window_s", fixed(kit.window_s, 6)},
                         {"rail.TOTAL.error_w", fixed(kit.error_w, 6)}});
  metas["load"] = common_meta(kit, "loadlog");
  metas["load"].insert({{"interval_s", "1.000000"}, {"disk", "nvme0n1"}});
  metas["steps"] = {{"tool", "trainstep"}, {"host", "board1"}, {"torch", "2.1.0"}};
  metas["steps"]["boot_id"] = metas["power"]["boot_id"];
  metas["watch"] = {{"mode", kit.mode},
                    {"first_check_mono_s", fixed(kStartS - kLeadS, 6)},
                    {"last_check_mono_s", fixed(kStartS + kit.seconds + kLeadS, 6)}};
}

void RecordedCase::write() {
  options.files.clear();
  for (const std::string& name : given) {
    const std::string path = "/" + name + ".tsv";
    tree_.raw_file(path, raw.count(name) > 0 ? raw[name] : files[name].text());
    std::string meta = "name\tvalue\n";
    for (const auto& [key, value] : metas[name]) meta += key + "\t" + value + "\n";
    tree_.remove(path + ".meta");
    if (!metas[name].empty()) tree_.raw_file(path + ".meta", meta);
    options.files.push_back(tree_.at(path).string());
  }
}

std::map<std::string, std::string> RecordedCase::judge() {
  write();
  ToolFixture tool(tree_.root());
  tool.context.verbosity = -1;
  status = wattcheck::run(options, tool.context);
  std::map<std::string, std::string> verdicts;
  for (const auto& row : parse_rows(tool.text)) verdicts[row[0]] = row[1];
  verdicts.erase("rule");
  return verdicts;
}

ExitCode RecordedCase::refused() {
  write();
  ToolFixture tool(tree_.root());
  tool.context.verbosity = -1;
  return refusal_of([&] { wattcheck::run(options, tool.context); });
}

std::vector<std::string> rules_with(const std::map<std::string, std::string>& verdicts, const std::string& verdict) {
  std::vector<std::string> names;
  for (const auto& [rule, found] : verdicts) {
    if (found == verdict) names.push_back(rule);
  }
  return names;
}

}  // namespace wattline::test
