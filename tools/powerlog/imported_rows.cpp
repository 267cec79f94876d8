// SPDX-License-Identifier: Apache-2.0
#include "powerlog/imported_rows.hpp"

#include <algorithm>

#include "base/timestamp.hpp"
#include "base/units.hpp"
#include "platform/board/boards.hpp"
#include "platform/power/rail_rules.hpp"
#include "powerlog/meter.hpp"
#include "powerlog/rows.hpp"

namespace wattline::powerlog {

namespace {

std::optional<double> parse_start(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto start = parse_timestamp(text);
  if (!start)
    throw usage_error("--start " + text + " is not a time",
                      "write 2024-06-09 20:18:17, 2024-06-09T20:18:17Z, or seconds since 1970");
  return start;
}

}  // namespace

bool operator==(const ImportedRail& a, const ImportedRail& b) {
  return a.name == b.name && a.power_w == b.power_w && a.voltage_v == b.voltage_v && a.current_a == b.current_a;
}

ImportedRows::ImportedRows(const ImportOptions& options, cli::Context& context)
    : context_(context),
      options_(options),
      start_s_(parse_start(options.start)),
      stream_(context, options.rows, power_rows().kind(),
              {{"imported_from", to_string(options.format)}, {"imported_file", options.file}}) {}

void ImportedRows::learn(const std::vector<std::string>& rails) {
  for (const std::string& name : rails) {
    platform::Rail known;
    known.name = name;
    rails_.list.push_back(known);
  }
  correct_labels(platform::board_of_rule(options_.board, rails_));
  platform::apply_rail_rules(options_.board, rails_);
  for (const std::string& note : rails_.notes) context_.note(note);
  report_total();
}

// tegrastats prints the rails in the order of the channels.
void ImportedRows::correct_labels(const std::string& board) {
  const std::vector<std::string>& known = platform::facts_of(board).channel_labels;
  std::vector<platform::Rail*> labelled;
  for (platform::Rail& rail : rails_.list) {
    if (std::find(known.begin(), known.end(), rail.name) != known.end()) labelled.push_back(&rail);
  }
  if (labelled.size() != known.size()) return;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < labelled.size(); ++i) {
    labels.push_back(labelled[i]->name);
    labelled[i]->channel = static_cast<int>(i) + 1;
  }
  platform::correct_labels(board, rails_);
  for (std::size_t i = 0; i < labelled.size(); ++i) renamed_[labels[i]] = labelled[i]->name;
}

void ImportedRows::report_total() {
  const ImportFormat format = options_.format;
  const bool has_rule = format == ImportFormat::tegrastats || !options_.board.empty();
  if (has_rule && !rails_.no_total.empty()) context_.warn(rails_.no_total + board_advice(options_.board));
  stream_.write_meta({{"imported_from", to_string(format)},
                      {"imported_file", options_.file},
                      {"board", std::string(io::or_na(options_.board))},
                      {"total_rule", std::string(io::or_na(rails_.total_rule))}});
}

std::string ImportedRows::name_of(const std::string& label) const {
  const auto found = renamed_.find(label);
  return found == renamed_.end() ? label : found->second;
}

platform::Scope ImportedRows::scope_of(const std::string& name) const {
  const auto found = std::find_if(rails_.list.begin(), rails_.list.end(),
                                  [&](const platform::Rail& rail) { return rail.name == name; });
  return found == rails_.list.end() ? platform::Scope::outside : found->scope;
}

void ImportedRows::write(std::optional<double> time_s, const std::string& rail, platform::Scope scope,
                         const platform::Reading& reading) {
  PowerRow row{};
  if (time_s) row.time = io::as_time(to_nanoseconds(*time_s));
  row.rail = rail;
  row.scope = scope;
  row.reading = reading;
  row.source = "measured";
  power_rows().write(stream_.rows(), row);
}

void ImportedRows::add(std::optional<double> time_s, const std::vector<ImportedRail>& rails) {
  if (!time_s && start_s_) time_s = *start_s_ + static_cast<double>(count_) * to_seconds(options_.interval_ns);
  if (time_s && time_s == last_s_) {
    ++(rails == last_ ? repeated_ : lost_);
    return;
  }
  last_s_ = time_s;
  last_ = rails;
  ++count_;
  double total_w = 0;
  std::size_t parts = 0;
  for (const ImportedRail& rail : rails) {
    const std::string name = name_of(rail.name);
    const platform::Scope scope = scope_of(name);
    write(time_s, name, scope, {rail.voltage_v, rail.current_a, rail.power_w});
    if (rail.power_w) ++with_power_;
    if (scope != platform::Scope::part || !rail.power_w) continue;
    total_w += *rail.power_w;
    ++parts;
  }
  if (rails_.total_rule.empty()) return;
  const auto needed =
      static_cast<std::size_t>(std::count_if(rails_.list.begin(), rails_.list.end(), [](const platform::Rail& rail) {
        return rail.scope == platform::Scope::part;
      }));
  platform::Reading total;
  if (parts == needed) total.power_w = total_w;
  write(time_s, kTotal, platform::Scope::total, total);
}

void ImportedRows::finish(const std::string& file) {
  if (repeated_ > 0) context_.note(file + ": " + std::to_string(repeated_) + " repeated rows left out");
  if (lost_ > 0) {
    context_.warn(file + ": " + std::to_string(lost_) + " rows left out, which have the time of the row above");
  }
  if (count_ > 0 && with_power_ == 0) throw data_error(file + ": no reading has a power");
}

}  // namespace wattline::powerlog
