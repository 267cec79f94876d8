// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import_alumet.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/repeated_input.hpp"
#include "powerlog/alumet_metric.hpp"
#include "powerlog/foreign_format.hpp"
#include "powerlog/foreign_table.hpp"
#include "powerlog/imported_log.hpp"

namespace wattline::powerlog {

namespace {

using Quantity = AlumetQuantity;

// Where a row says what was measured. Attributes that Alumet knew at its start have columns of their own.
struct Columns {
  explicit Columns(const ForeignTable& table)
      : metric(table.require("metric")),
        time(table.require("timestamp")),
        value(table.require("value")),
        resource_kind(table.find("resource_kind")),
        resource_id(table.find("resource_id")),
        consumer_kind(table.find("consumer_kind")),
        consumer_id(table.find("consumer_id")),
        late(table.find("__late_attributes")) {}
  std::size_t metric, time, value;
  std::optional<std::size_t> resource_kind, resource_id, consumer_kind, consumer_id, late;
};

std::string text(const ForeignTable& row, const std::optional<std::size_t>& column) {
  return column ? row.fields[*column] : "";
}

// The value of "name=VALUE" in a list of them, or of a column of this name.
std::string attribute(const ForeignTable& row, const Columns& columns, const std::string& name) {
  const std::string own = text(row, row.find(name));
  if (!own.empty()) return own;
  const std::string late = text(row, columns.late);
  for (const std::string_view pair : split(late, ',')) {
    const std::string_view trimmed = trim(pair);
    if (trimmed.substr(0, name.size() + 1) == name + "=") return std::string(trimmed.substr(name.size() + 1));
  }
  return "";
}

// The label of the INA3221's channel, as the kernel has it, or else the metric and what it was measured of.
std::string rail_of(const ForeignTable& row, const Columns& columns, const std::string& stem) {
  for (const char* name : {"ina_channel_label", "jetson_ina_channel_label"}) {
    const std::string label = attribute(row, columns, name);
    if (!label.empty()) return label;
  }
  std::string rail = stem;
  const auto add = [&rail](const std::string& part) {
    if (!part.empty() && part != "local_machine") rail += "_" + part;
  };
  add(text(row, columns.resource_kind));
  add(text(row, columns.resource_id));
  add(attribute(row, columns, "domain"));
  add(text(row, columns.consumer_kind));
  add(text(row, columns.consumer_id));
  return rail;
}

class AlumetLog {
 public:
  explicit AlumetLog(ForeignTable& table) : table_(table), columns_(table) {}

  ImportedLog read() {
    while (table_.next()) add();
    ImportedLog log{table_.lines.name()};
    for (auto& [instant, reading] : readings_) log.add(reading.time, with_powers(reading.rails));
    return log;
  }
  void report(cli::Context& context) const {
    table_.warn_malformed(context);
    if (untimed_ > 0)
      context.warn(table_.lines.name() + ": " + std::to_string(untimed_) + " rows without a time left out");
    if (not_numbers_ > 0) {
      context.warn(table_.lines.name() + ": " + std::to_string(not_numbers_) + " values that are no number left out");
    }
    if (!others_.empty()) {
      const std::vector<std::string> names(others_.begin(), others_.end());
      context.note(table_.lines.name() + ": metrics without a unit of power or energy left out: " + join(names, ", "));
    }
  }

 private:
  struct Reading {
    WrittenTime time;
    std::vector<ImportedRail> rails;
  };

  void add() {
    const AlumetMetric metric = parse_alumet_metric(table_.fields[columns_.metric]);
    if (metric.quantity == Quantity::other) {
      others_.insert(metric.stem);
      return;
    }
    const WrittenTime time = table_.time({columns_.time}, {});
    const auto value = to_double(table_.number(table_.fields[columns_.value]));
    if (!time.stamp) ++untimed_;
    if (!value) ++not_numbers_;
    if (time.stamp && value) add(time, metric, *value * metric.unit);
  }

  void add(const WrittenTime& time, const AlumetMetric& metric, double value) {
    const double instant_s = time.stamp->seconds;
    Reading& reading = readings_[instant_s];
    reading.time = time;
    const std::string name = rail_of(table_, columns_, metric.stem);
    ImportedRail& entry = rail(reading, name);
    if (metric.quantity == Quantity::energy) entry.power_w = mean_power(name, instant_s, value);
    if (metric.quantity == Quantity::power) entry.power_w = value;
    if (metric.quantity == Quantity::voltage) entry.voltage_v = value;
    if (metric.quantity == Quantity::current) entry.current_a = value;
  }

  // Of the energy since the row before of the same rail.
  std::optional<double> mean_power(const std::string& name, double instant_s, double energy_j) {
    const auto [last, first] = last_s_.emplace(name, instant_s);
    const double elapsed_s = instant_s - std::exchange(last->second, instant_s);
    return first || !(elapsed_s > 0) ? std::nullopt : std::optional(energy_j / elapsed_s);
  }

  static ImportedRail& rail(Reading& reading, const std::string& name) {
    const auto found = std::find_if(reading.rails.begin(), reading.rails.end(),
                                    [&](const ImportedRail& known) { return known.name == name; });
    if (found != reading.rails.end()) return *found;
    reading.rails.push_back({name, std::nullopt});
    return reading.rails.back();
  }

  static std::vector<ImportedRail> with_powers(std::vector<ImportedRail> rails) {
    for (ImportedRail& rail : rails) {
      if (!rail.power_w && rail.voltage_v && rail.current_a) rail.power_w = *rail.voltage_v * *rail.current_a;
    }
    return rails;
  }

  ForeignTable& table_;
  const Columns columns_;
  std::map<double, Reading> readings_;  // by instant: the sources of Alumet write in turn
  std::map<std::string, double> last_s_;
  std::set<std::string> others_;
  long long untimed_ = 0, not_numbers_ = 0;
};

}  // namespace

int import_alumet(const ImportOptions& options, cli::Context& context) {
  const io::RepeatedInput input(options.file);
  ForeignTable table(input);
  refuse_other_format(input.name(), table.header, options.format);
  AlumetLog rows(table);
  const ImportedLog log = rows.read();
  rows.report(context);
  if (log.readings.empty()) {
    throw data_error(input.name() + ": no metric of power or energy",
                     "metrics are known by their unit: set append_unit_to_metric_name in Alumet's plugin csv");
  }
  write_log(log, options, context);
  return to_int(ExitCode::ok);
}

}  // namespace wattline::powerlog
