// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/run_list.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "io/input.hpp"
#include "io/tsv.hpp"
#include "pmsweep/rows.hpp"

namespace wattline::pmsweep {

namespace {

bool is_profile_column(const std::string& name) {
  const auto& columns = profile_rows().kind().columns;
  return std::any_of(columns.begin(), columns.end(), [&](const io::Column& column) { return column.name == name; });
}

std::optional<std::int64_t> asked_value(const Field& field, std::int64_t per_unit) {
  return field.kind == Field::Kind::value ? std::optional<std::int64_t>(field.value / per_unit) : std::nullopt;
}

// What a mode's text says of the knobs; nothing for a name, an id or a text that pmode will refuse.
PowerMode settings_of(const std::string& text) {
  try {
    const auto request = parse_mode_request(text);
    if (!request) return {};
    return {asked_value(request->cores, 1), asked_value(request->cpu, 1000), asked_value(request->gpu, 1),
            asked_value(request->emc, 1)};
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

RunList::RunList(const std::string& path) : name_(io::input_name(path)), fd_(io::open_input(path)), feed_(name_) {}

bool RunList::pump() {
  if (ended_) return false;
  ended_ = !feed_.pump(fd_.get());
  while (feed_.next()) items_.push_back(make_item());
  if (feed_.has_header() && !located_) find_columns();
  return !ended_;
}

// Columns that profile rows have themselves cannot be repeated in front of them.
void RunList::find_columns() {
  located_ = true;
  require_tabs(name_, feed_.names());
  settings_ = io::find_settings(feed_);
  has_knobs_ = std::any_of(feed_.names().begin(), feed_.names().end(), is_knob_column);
  for (const std::string& name : feed_.names()) {
    const bool is_own = name == "mode" ? has_knobs_ : is_profile_column(name);
    if (!is_knob_column(name) && !is_own) carried_.push_back(name);
  }
}

void RunList::read_mode(Item& item) const {
  if (!has_knobs_) {
    const auto mode = feed_.find("mode");
    if (mode && feed_.field(*mode) != "NA") item.mode = io::unescape_field(feed_.field(*mode));
    if (names_option(item.mode)) {
      throw data_error("modes: line " + std::to_string(feed_.line_number()) + ": mode is '" + item.mode +
                           "': an option, not a power mode",
                       "see wattline(7), MODES");
    }
    item.asked = settings_of(item.mode);
    return;
  }
  item.asked = io::read_settings(feed_, settings_);
  const auto mode = feed_.find("mode");
  const ModeRequest request = request_of_row(item.asked, mode ? feed_.field(*mode) : "");
  if (to_string(request) != to_string(ModeRequest{})) item.mode = to_string(request);
}

Item RunList::make_item() {
  if (!located_) find_columns();
  Item item;
  read_mode(item);
  for (std::size_t i = 0; i < feed_.names().size(); ++i) {
    item.values[feed_.names()[i]] = io::unescape_field(feed_.field(i));
  }
  for (const std::string& name : carried_) item.carried.push_back(item.values[name]);
  // The same row may be asked for again: its k-th appearance is a run of its own.
  item.key = feed_.line() + "#" + std::to_string(++repetitions_[feed_.line()]);
  return item;
}

std::vector<std::string> substitute(const std::vector<std::string>& argv,
                                    const std::map<std::string, std::string>& values) {
  std::vector<std::string> result;
  for (const std::string& argument : argv) {
    std::string text;
    for (std::size_t at = 0; at < argument.size();) {
      const std::size_t end = argument[at] == '{' ? argument.find('}', at) : std::string::npos;
      const auto found = end == std::string::npos ? values.end() : values.find(argument.substr(at + 1, end - at - 1));
      if (found == values.end()) {
        text += argument[at++];
      } else {
        text += found->second;
        at = end + 1;
      }
    }
    result.push_back(text);
  }
  return result;
}

}  // namespace wattline::pmsweep
