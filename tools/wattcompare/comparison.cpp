// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/enum_name.hpp"
#include "wattcompare/paired_difference.hpp"

namespace wattline::wattcompare {

namespace {

constexpr double kError = 0.05;  // of all intervals together
constexpr double kRounding = 1e-9;

// What is to be compared: a row of the result.
struct Case {
  const Quantity* quantity;
  std::int64_t a, b;
  bool decides;
};

// The blocks in which both commands have a value.
struct Values {
  std::vector<BlockDifference> differences;
  double sum_a = 0, sum_b = 0;
  std::string source = "measured";
};

bool is_chosen(const Quantity& quantity, const std::vector<MeasuredRun>& runs, const Rules& rules) {
  const auto& chosen = rules.quantities;
  if (!chosen.empty()) return std::find(chosen.begin(), chosen.end(), quantity.name) != chosen.end();
  return std::any_of(runs.begin(), runs.end(),
                     [&](const MeasuredRun& run) { return (run.*quantity.value).has_value(); });
}

std::vector<Case> cases_of(const std::vector<MeasuredRun>& runs, const Rules& rules) {
  std::set<std::int64_t> commands;
  for (const MeasuredRun& run : runs) commands.insert(run.command);
  std::vector<Case> cases;
  for (const Quantity& quantity : quantities()) {
    if (!is_chosen(quantity, runs, rules)) continue;
    for (const std::int64_t a : commands) {
      for (const std::int64_t b : commands) {
        if (a < b) cases.push_back({&quantity, a, b, true});
      }
    }
  }
  const bool stepped = std::any_of(cases.begin(), cases.end(), [](const Case& row) { return row.quantity->of_step; });
  for (Case& row : cases) row.decides = row.quantity->of_step || !stepped;
  return cases;
}

Values values_of(const std::vector<MeasuredRun>& runs, const Case& row) {
  std::map<std::int64_t, std::pair<const MeasuredRun*, const MeasuredRun*>> blocks;
  for (const MeasuredRun& run : runs) {
    if (run.block < 1 || !(run.*row.quantity->value)) continue;
    if (run.command == row.a) blocks[run.block].first = &run;
    if (run.command == row.b) blocks[run.block].second = &run;
  }
  Values values;
  for (const auto& [block, pair] : blocks) {
    const auto [a, b] = pair;
    if (a == nullptr || b == nullptr) continue;
    const double of_a = *(a->*row.quantity->value), of_b = *(b->*row.quantity->value);
    values.differences.push_back({of_b - of_a, static_cast<double>(b->position - a->position)});
    values.sum_a += of_a;
    values.sum_b += of_b;
    for (const MeasuredRun* run : {a, b}) {
      if (values.source == "measured") values.source = run->source;
    }
  }
  return values;
}

ComparisonVerdict judge(double low, double high) {
  if (low > 0) return ComparisonVerdict::a_lower;
  return high < 0 ? ComparisonVerdict::b_lower : ComparisonVerdict::not_distinguishable;
}

Comparison compare_case(const Case& row, const std::vector<MeasuredRun>& runs, std::size_t pilot, double error) {
  const Values values = values_of(runs, row);
  Comparison result;
  result.quantity = row.quantity;
  result.a = row.a;
  result.b = row.b;
  result.decides = row.decides;
  result.source = values.source;
  result.runs = static_cast<std::int64_t>(values.differences.size());
  if (result.runs == 0) return result;
  result.mean_a = values.sum_a / static_cast<double>(result.runs);
  result.mean_b = values.sum_b / static_cast<double>(result.runs);
  if (values.differences.size() < kFewestBlocks) return result;
  const auto fit = fit_difference(values.differences);
  const auto half = half_width(values.differences, even(pilot), error);
  if (!fit || !half) return result;
  result.difference = fit->difference;
  // Runs that never vary differ by the rounding of their sums.
  const double rounding = kRounding * std::max(std::fabs(*result.mean_a), std::fabs(*result.mean_b));
  const double width = std::max(*half, rounding);
  result.without_noise = *half <= rounding;
  result.low = fit->difference - width;
  result.high = fit->difference + width;
  result.verdict = judge(*result.low, *result.high);
  return result;
}

}  // namespace

const char* to_string(ComparisonVerdict verdict) {
  return enum_name(verdict, {"a-lower", "b-lower", "not-distinguishable", "unknown"});
}

std::optional<double> Comparison::percent(const std::optional<double>& value) const {
  if (!value || !mean_a || *mean_a == 0) return std::nullopt;
  return 100 * *value / std::fabs(*mean_a);
}

std::vector<Comparison> compare(const std::vector<MeasuredRun>& runs, const Rules& rules) {
  const std::vector<Case> cases = cases_of(runs, rules);
  const double error = kError / static_cast<double>(cases.size());
  std::vector<Comparison> results;
  results.reserve(cases.size());
  for (const Case& row : cases) results.push_back(compare_case(row, runs, rules.pilot, error));
  return results;
}

Need blocks_needed(const std::vector<MeasuredRun>& pilot, const Rules& rules) {
  const std::vector<Case> cases = cases_of(pilot, rules);
  const double error = kError / static_cast<double>(cases.size());
  Need need;
  for (const Case& row : cases) {
    if (!row.decides) continue;
    const Values values = values_of(pilot, row);
    const double mean_a = values.sum_a / static_cast<double>(values.differences.size());
    const auto blocks = blocks_for(values.differences, std::fabs(mean_a) * rules.precision_pct / 100, error);
    if (blocks && *blocks > need.blocks) need = {*blocks, row.quantity};
  }
  return need;
}

}  // namespace wattline::wattcompare
