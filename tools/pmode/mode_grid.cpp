// SPDX-License-Identifier: Apache-2.0
#include "pmode/mode_grid.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/random.hpp"
#include "base/units.hpp"

namespace wattline::pmode {

namespace {

constexpr std::int64_t kHzPerKhz = 1000;

struct Axis {
  const char* name;
  std::vector<std::int64_t> ModeTables::*table;
  std::optional<std::int64_t> PowerMode::*knob;
  Field ModeRequest::*field;
};
constexpr std::array<Axis, 4> kAxes{{
    {"cores", &ModeTables::cores, &PowerMode::cores, &ModeRequest::cores},
    {"cpu", &ModeTables::cpu_khz, &PowerMode::cpu_khz, &ModeRequest::cpu},
    {"gpu", &ModeTables::gpu_hz, &PowerMode::gpu_hz, &ModeRequest::gpu},
    {"emc", &ModeTables::emc_hz, &PowerMode::emc_hz, &ModeRequest::emc},
}};

const Axis& axis_named(std::string_view name) {
  for (const Axis& axis : kAxes) {
    if (name == axis.name) return axis;
  }
  throw usage_error("'" + std::string(name) + "': not an axis", "one of: cores, cpu, gpu, emc");
}

// `count` entries, both ends among them; the last one when it is one.
std::vector<std::int64_t> spread(const std::vector<std::int64_t>& table, std::int64_t count, const char* name) {
  if (count < 1 || count > static_cast<std::int64_t>(table.size())) {
    throw usage_error(std::string(name) + "=" + std::to_string(count) + ": this axis has " +
                      std::to_string(table.size()) + " values");
  }
  if (count == 1) return {table.back()};
  std::vector<std::int64_t> chosen;
  const double step = static_cast<double>(table.size() - 1) / static_cast<double>(count - 1);
  for (std::int64_t i = 0; i < count; ++i) {
    chosen.push_back(table[static_cast<std::size_t>(std::lround(static_cast<double>(i) * step))]);
  }
  return chosen;
}

// One value of one axis, resolved as a field of a mode is.
std::int64_t value_of(const Axis& axis, std::string_view text, const ModeTables& tables) {
  std::string mode;
  for (const Axis& other : kAxes) mode += (mode.empty() ? "" : "/") + std::string(&other == &axis ? text : "-");
  const auto request = parse_mode_request(mode);
  return *(resolve_mode(*request, tables, {}, false).*axis.knob);
}

std::vector<std::int64_t> chosen_values(const Axis& axis, std::string_view text, const ModeTables& tables) {
  const auto count = to_int64(text);
  if (count) return spread(tables.*axis.table, *count, axis.name);
  std::vector<std::int64_t> values;
  for (const std::string_view part : split(text, ',')) values.push_back(value_of(axis, part, tables));
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::size_t extent(const std::vector<std::int64_t>& values) {
  return std::max<std::size_t>(values.size(), 1);
}

const std::map<std::string, std::function<bool(std::int64_t, std::int64_t)>> kComparisons{
    {"=", std::equal_to<>()}, {"==", std::equal_to<>()},   {"!=", std::not_equal_to<>()}, {"<", std::less<>()},
    {">", std::greater<>()},  {"<=", std::less_equal<>()}, {">=", std::greater_equal<>()}};

}  // namespace

ModeTables choose_axes(const ModeTables& tables, const std::vector<std::string>& choices) {
  ModeTables chosen = tables;
  for (const std::string& choice : choices) {
    const std::size_t equals = choice.find('=');
    if (equals == std::string::npos) throw usage_error("--axes " + choice + ": not AXIS=VALUES");
    const Axis& axis = axis_named(std::string_view(choice).substr(0, equals));
    chosen.*axis.table = chosen_values(axis, std::string_view(choice).substr(equals + 1), tables);
  }
  return chosen;
}

ModeGrid::ModeGrid(const ModeTables& tables) : tables_(tables) {
  for (std::size_t i = 0; i < kAxes.size(); ++i) extents_[i] = extent(tables_.*kAxes[i].table);
}

std::uint64_t ModeGrid::size() const {
  return std::uint64_t{extents_[0]} * extents_[1] * extents_[2] * extents_[3];
}

ModeGrid::Places ModeGrid::places(std::uint64_t id) const {
  Places places;
  for (std::size_t i = kAxes.size(); i-- > 0;) {
    places[i] = id % extents_[i];
    id /= extents_[i];
  }
  return places;
}

std::uint64_t ModeGrid::nested_id(std::uint64_t index, const Places& axes) const {
  Places places{};
  for (std::size_t i = axes.size(); i-- > 0;) {
    places[axes[i]] = index % extents_[axes[i]];
    index /= extents_[axes[i]];
  }
  std::uint64_t id = 0;
  for (std::size_t i = 0; i < kAxes.size(); ++i) id = id * extents_[i] + places[i];
  return id;
}

std::array<std::size_t, 4> nested_axes(const std::vector<std::string>& names) {
  std::array<std::size_t, 4> axes{};
  std::set<std::string> seen;
  for (const std::string& name : names) {
    const std::size_t axis = static_cast<std::size_t>(&axis_named(name) - kAxes.data());
    if (seen.insert(name).second && seen.size() <= axes.size()) axes[seen.size() - 1] = axis;
  }
  if (seen.size() != kAxes.size() || names.size() != kAxes.size()) {
    throw usage_error("--nest " + join(names, ",") + ": not all axes, each once", "such as cpu,gpu,cores,emc");
  }
  return axes;
}

PowerMode ModeGrid::mode_at(const Places& places) const {
  PowerMode mode;
  for (std::size_t i = 0; i < kAxes.size(); ++i) {
    const auto& values = tables_.*kAxes[i].table;
    if (!values.empty()) mode.*kAxes[i].knob = values[places[i]];
  }
  return mode;
}

std::array<ModeGrid::Texts, 4> ModeGrid::texts() const {
  std::array<Texts, 4> texts;
  for (std::size_t i = 0; i < kAxes.size(); ++i) {
    for (std::size_t place = 0; place < extents_[i]; ++place) {
      PowerMode mode;
      const auto& values = tables_.*kAxes[i].table;
      if (!values.empty()) mode.*kAxes[i].knob = values[place];
      const std::string text = to_string(mode);
      texts[i].field.push_back(values.empty() ? "NA" : std::to_string(values[place]));
      texts[i].part.emplace_back(split(text, '/')[i]);
    }
  }
  return texts;
}

ModeFilter::ModeFilter(const std::vector<std::string>& conditions) {
  for (const std::string& text : conditions) {
    const std::size_t start = text.find_first_of("<>=!");
    const std::size_t end = text.find_first_not_of("<>=!", start == std::string::npos ? 0 : start);
    if (start == std::string::npos || end == std::string::npos) {
      throw usage_error("--filter '" + text + "': not a condition", "for example cpu>=1.2G or cores=4");
    }
    const Axis& axis = axis_named(trim(std::string_view(text).substr(0, start)));
    const std::string comparison = text.substr(start, end - start);
    const auto found = kComparisons.find(comparison);
    if (found == kComparisons.end()) throw usage_error("--filter '" + text + "': unknown comparison " + comparison);
    std::int64_t value = parse_frequency_hz(trim(std::string_view(text).substr(end)));
    if (axis.knob == &PowerMode::cpu_khz) value /= kHzPerKhz;
    conditions_.push_back({axis.knob, found->second, value});
  }
}

bool ModeFilter::holds(const PowerMode& mode) const {
  for (const Condition& condition : conditions_) {
    const auto& value = mode.*condition.knob;
    if (!value || !condition.compare(*value, condition.value)) return false;
  }
  return true;
}

Permutation::Permutation(std::uint64_t size, std::uint64_t seed) : size_(size) {
  Random random(seed);
  for (std::uint64_t& key : keys_) key = random.next();
  while ((std::uint64_t{1} << (2 * half_bits_)) < size_) ++half_bits_;
}

std::uint64_t Permutation::mix(std::uint64_t value) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  std::uint64_t left = value >> half_bits_, right = value & mask;
  for (const std::uint64_t key : keys_) {
    const std::uint64_t mixed = left ^ (Random(key ^ right).next() & mask);
    left = right;
    right = mixed;
  }
  return left << half_bits_ | right;
}

std::uint64_t Permutation::at(std::uint64_t index) const {
  do {
    index = mix(index);
  } while (index >= size_);
  return index;
}

}  // namespace wattline::pmode
