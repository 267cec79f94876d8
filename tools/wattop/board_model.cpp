// SPDX-License-Identifier: Apache-2.0
#include "wattop/board_model.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/messages.hpp"
#include "io/rail_meta.hpp"
#include "io/source.hpp"
#include "platform/board/thermal.hpp"

namespace wattline::wattop {

namespace {

std::string last_value(const io::Meta& meta, const std::string& name) {
  const auto values = io::meta_values(meta, name);
  return values.empty() ? "" : cli::printable(values.back());
}

// Of a mode that no longer has the notation of a mode, nothing is known.
ModeRequest limits_of(const std::string& mode) {
  try {
    return parse_mode_request(mode).value_or(ModeRequest{});
  } catch (const Error&) {
    return {};
  }
}

std::optional<TripView> trip_of(const io::Meta& meta, const std::string& zone) {
  const auto celsius = to_double(last_value(meta, "zone." + zone + ".trip_c"));
  if (!celsius) return std::nullopt;
  return TripView{*celsius, last_value(meta, "zone." + zone + ".trip_type")};
}

// "CPU-therm=45.1,GPU-therm=44.0", the hottest first.
std::vector<ZoneView> zones_of(const std::string& text, const io::Meta& meta) {
  std::vector<ZoneView> zones;
  for (const std::string_view part : split(std::string_view(text), ',')) {
    const std::size_t equals = part.rfind('=');
    if (equals == std::string_view::npos) continue;
    const std::string name(part.substr(0, equals));
    const auto celsius = to_double(part.substr(equals + 1));
    if (celsius && !platform::tells_no_temperature(name)) zones.push_back({name, *celsius, trip_of(meta, name)});
  }
  std::stable_sort(zones.begin(), zones.end(), [](const auto& a, const auto& b) { return a.celsius > b.celsius; });
  return zones;
}

}  // namespace

void BoardModel::take_meta(const io::Meta& meta) {
  const auto keep = [&](std::string& value, const std::string& name) {
    if (const std::string text = last_value(meta, name); !text.empty()) value = text;
  };
  keep(state_.model, "board");
  keep(state_.model, "model");
  keep(state_.release, "l4t");
  keep(state_.mode, "mode_start");
  keep(state_.mode, "mode_during");
  state_.limits = limits_of(state_.mode);
  if (const std::string capped = last_value(meta, "clocks_capped"); !capped.empty()) {
    const auto words = split_blanks(std::string_view(capped));
    state_.capped = {words.begin(), words.end()};
  }
  if (const std::string pinned = last_value(meta, "clocks_pinned"); !pinned.empty()) state_.pinned = pinned == "1";
}

void BoardModel::take_power_meta(const io::Meta& meta) {
  power_meta_ = meta;
  take_meta(meta);
}

void BoardModel::take_load_meta(const io::Meta& meta) {
  load_meta_ = meta;
  if (const std::string disk = last_value(meta, "disk"); !disk.empty()) state_.disk = disk;
  take_meta(meta);
}

RailView& BoardModel::rail(const RailSample& sample) {
  for (RailView& rail : state_.rails) {
    if (rail.name == sample.rail) return rail;
  }
  std::string ignored;  // a fact that is no number
  RailView rail;
  rail.name = sample.rail;
  rail.scope = sample.scope;
  rail.facts = io::rail_facts(power_meta_, sample.rail, ignored);
  rail.energy = RunningEnergy(rail.facts);
  state_.rails.push_back(std::move(rail));
  return state_.rails.back();
}

void BoardModel::take(const RailSample& sample) {
  const auto mono_s = sample.time.any_s();
  if (!mono_s) return;
  RailView& view = rail(sample);
  if (&view == &state_.rails.front()) ++state_.ticks;
  view.history.push_back({*mono_s, sample.power_w});
  while (view.history.front().mono_s < *mono_s - kHistoryS) view.history.pop_front();
  view.energy.add(*mono_s, sample.power_w, view.facts.error_w.value_or(0), sample.stale);
  if (sample.scope == "total") {
    for (ProgramPower* programs : {&processes_, &groups_}) programs->take_power(*mono_s, sample, view.facts);
  }
  state_.time_s = std::max(state_.time_s, sample.time.time_s.value_or(0));
  state_.source = io::joined_source(state_.source, sample.source);
}

void BoardModel::take(const LoadSample& sample) {
  for (ProgramPower* programs : {&processes_, &groups_}) {
    if (const auto mono_s = sample.time.any_s())
      programs->take_clocks(*mono_s, sample.load.cpu_khz, sample.load.gpu_hz);
  }
  state_.time_s = std::max(state_.time_s, sample.time.time_s.value_or(0));
  state_.source = io::joined_source(state_.source, sample.source);
  ++state_.samples;
  throttling_.take(sample.load, state_);
  state_.load = sample.load;
  std::vector<ZoneView> zones = zones_of(sample.load.zone_temps, load_meta_);
  note_trips(state_, zones);
  state_.zones = std::move(zones);
}

void BoardModel::take(const ProgramSample& sample) {
  const auto mono_s = sample.time.any_s();
  if (!mono_s) return;
  (sample.process ? processes_ : groups_).take(*mono_s, sample);
  state_.time_s = std::max(state_.time_s, sample.time.time_s.value_or(0));
  state_.source = io::joined_source(state_.source, sample.source);
}

void BoardModel::divide_power(ProgramUnit unit) {
  const bool pinned = state_.pinned.value_or(false);
  if (unit == ProgramUnit::processes) {
    state_.processes = processes_.views(pinned);
  } else {
    state_.groups = groups_.views(pinned);
  }
}

void BoardModel::reset_energy() {
  for (RailView& rail : state_.rails) rail.energy.restart();
}

}  // namespace wattline::wattop
