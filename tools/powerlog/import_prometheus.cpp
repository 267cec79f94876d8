// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import_prometheus.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "powerlog/column_units.hpp"
#include "powerlog/foreign_format.hpp"
#include "powerlog/imported_log.hpp"
#include "powerlog/json_documents.hpp"

namespace wattline::powerlog {

namespace {

constexpr const char* kName = "__name__";

struct PowerSeries {
  std::string rail;
  double unit_w = 1;
  const Json* samples = nullptr;  // [[seconds, "value"], ...]
};

const Json& series_of(const Json& answer, const std::string& file) {
  if (member_text(answer, "status").value_or("") == "error") {
    throw data_error(file + ": the query failed: " + member_text(answer, "error").value_or("no reason given"));
  }
  const Json* data = member(answer, "data");
  const Json* result = data == nullptr ? nullptr : member(*data, "result");
  if (result == nullptr) {
    throw data_error(file + ": no answer of Prometheus to a query", "ask with /api/v1/query_range");
  }
  const std::string type = member_text(*data, "resultType").value_or("");
  if (type != "matrix") {
    throw data_error(file + ": its resultType is '" + type + "', not 'matrix'", "ask with /api/v1/query_range");
  }
  return *result;
}

// The labels that tell the series apart: "rail" where that is enough, as with wattline's exporter of one board, or else
// all in which they differ.
std::set<std::string> telling_labels(const Json& result) {
  std::map<std::string, std::set<std::string>> values;
  for (const auto& item : result) {
    const Json* labels = member(item.second, "metric");
    if (labels == nullptr) continue;
    for (const auto& label : *labels) values[label.first].insert(label.second.data());
  }
  if (values["rail"].size() == result.size()) return {"rail"};
  std::set<std::string> names;
  for (const auto& [name, seen] : values) {
    if (seen.size() > 1) names.insert(name);
  }
  return names;
}

std::string rail_of(const Json& labels, const std::set<std::string>& telling) {
  std::vector<std::string> parts;
  for (const std::string& name : telling) {
    if (const auto value = member_text(labels, name)) parts.push_back(*value);
  }
  return parts.empty() ? member_text(labels, kName).value_or("power") : join(parts, "_");
}

// Watts of the unit that ends the name; the result of an expression has no name and counts watts. Empty for the unit of
// another quantity, and for a name without one.
std::optional<double> unit_of(const Json& labels) {
  const auto name = member_text(labels, kName);
  return name ? watts_of_unit(name->substr(name->rfind('_') + 1)) : std::optional(1.0);
}

struct Answer {
  std::vector<PowerSeries> series;
  std::set<std::string> others;  // metrics that are no power
};

Answer read_answer(const Json& result) {
  Answer answer;
  const std::set<std::string> telling = telling_labels(result);
  for (const auto& item : result) {
    const Json* labels = member(item.second, "metric");
    const Json* samples = member(item.second, "values");
    if (labels == nullptr || samples == nullptr) continue;
    const auto unit_w = unit_of(*labels);
    if (!unit_w) {
      answer.others.insert(*member_text(*labels, kName));
    } else {
      answer.series.push_back({rail_of(*labels, telling), *unit_w, samples});
    }
  }
  return answer;
}

// A pause in the scrapes, and NaN, is a reading that is missing.
ImportedLog log_of(const std::string& file, const Answer& answer) {
  std::map<double, std::vector<ImportedRail>> readings;
  for (const PowerSeries& series : answer.series) {
    for (const auto& sample : *series.samples) {
      if (sample.second.size() != 2) continue;
      const auto time_s = to_double(sample.second.front().second.data());
      const auto value = to_double(sample.second.back().second.data());
      if (time_s) readings[*time_s].push_back({series.rail, value ? std::optional(*value * series.unit_w) : value});
    }
  }
  ImportedLog log{file};
  for (auto& [time_s, rails] : readings) log.add({Timestamp{time_s}}, std::move(rails));
  return log;
}

}  // namespace

int import_prometheus(const ImportOptions& options, cli::Context& context) {
  const io::RepeatedInput input(options.file);
  if (!begins_json(input)) throw data_error(input.name() + ": no JSON", "save the answer of /api/v1/query_range");
  const auto document = JsonDocuments(input).next();
  const Answer answer = read_answer(series_of(*document, input.name()));
  if (!answer.others.empty()) {
    const std::vector<std::string> names(answer.others.begin(), answer.others.end());
    context.warn(input.name() + ": no power by the unit in their names, left out: " + join(names, ", "));
  }
  const ImportedLog log = log_of(input.name(), answer);
  if (log.readings.empty()) throw data_error(input.name() + ": no sample of a power");
  write_log(log, options, context);
  return to_int(ExitCode::ok);
}

}  // namespace wattline::powerlog
