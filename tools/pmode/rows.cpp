// SPDX-License-Identifier: Apache-2.0
#include "pmode/rows.hpp"

#include "io/mode_columns.hpp"
#include "io/time_columns.hpp"

namespace wattline::pmode {

namespace {

const io::Column kId{"id", "", 0, "number of the mode; NA when it has none"};
const io::Column kName{"name", "", 0, "the vendor's name, or NA"};
const io::Column kMode{"mode", "", 0, "CORES/CPU/GPU/EMC, accepted by every tool"};

using K = platform::KnobReading;

const char* status_of(const K& knob) {
  if (knob.unknown) return "NA";
  return !knob.problem.empty() ? "deviates" : knob.verified ? "follows" : "NA";
}

const char* event_of(const K& knob) {
  return knob.unknown ? "NA" : knob.problem.empty() ? "follows" : "deviates";
}

// What a knob is, and its values.
template <class Row>
std::vector<typename io::RowTable<Row>::Field> knob_fields() {
  using R = Row;
  const io::RowTable<R> table{
      "knob",
      {{{"knob", "", 0, "cores, cpu, gpu, emc, cpuidle, fan, service, overcurrent or setting"}, &R::knob, &K::knob},
       {{"object", "", 0, "kernel object of the knob, such as a cpufreq policy or a devfreq device"},
        &R::knob,
        &K::object},
       {{"cpus", "", 0, "cores of this object, as a list such as 0-3"}, &R::knob, &K::cpus, io::or_na},
       {{"unit", "", 0, "unit of the four numbers that follow"}, &R::knob, &K::unit},
       {{"asked", "unit", 0, "value last asked for with pmode"}, &R::knob, &K::asked},
       {{"min", "unit", 0, "lower limit in force"}, &R::knob, &K::min},
       {{"max", "unit", 0, "upper limit in force"}, &R::knob, &K::max},
       {{"current", "unit", 0, "present value"}, &R::knob, &K::current}}};
  return table.fields();
}

}  // namespace

const io::RowTable<ModeRow>& mode_rows() {
  using R = ModeRow;
  static const io::RowTable<R> table{"modes",
                                     {{kId, &R::id},
                                      {kName, &R::name},
                                      {kMode, [](const R& row) { return to_string(row.mode); }},
                                      io::mode_fields<R>(&R::mode)}};
  return table;
}

const io::RowTable<CurrentModeRow>& current_mode_rows() {
  using R = CurrentModeRow;
  static const io::RowTable<R> table{"current mode",
                                     {{io::kTime, &R::time},
                                      {kId, &R::mode, &ModeRow::id},
                                      {kName, &R::mode, &ModeRow::name},
                                      {kMode, [](const R& row) { return to_string(row.mode.mode); }},
                                      io::mode_fields<R>(&R::mode, &ModeRow::mode)}};
  return table;
}

const io::RowTable<PredefinedModeRow>& predefined_mode_rows() {
  using R = PredefinedModeRow;
  static const io::RowTable<R> table{
      "predefined modes",
      {{kId, &R::mode, &ModeRow::id},
       {kName, &R::mode, &ModeRow::name},
       {kMode, &R::text},
       io::mode_fields<R>(&R::mode, &ModeRow::mode),
       {{"active", "1", 0, "1 = the limits of this mode are in force"}, &R::active},
       {{"saved", "1", 0, "1 = nvpmodel restores it at boot"}, &R::saved},
       {{"reboot", "", 0, "yes = switching to the mode needs a reboot, because its GPU power gating differs"},
        &R::reboot},
       {{"rated_w", "W", 1, "the vendor's label, not an enforced limit"}, &R::rated_w}}};
  return table;
}

const io::RowTable<KnobRow>& knob_rows() {
  using R = KnobRow;
  static const io::RowTable<R> table{
      "knobs",
      {knob_fields<R>(),
       {{"governor", "", 0, "governor that chooses a value between the limits"}, &R::knob, &K::governor, io::or_na},
       {{"status", "", 0, "follows or deviates; NA if no value was asked for or the knob cannot be read"},
        &R::knob,
        status_of},
       {{"mechanism", "", 0, "kernel interface that controls the knob"}, &R::knob, &K::mechanism, io::or_na},
       {io::kSource, &R::source}}};
  return table;
}

const io::RowKind& board_rows() {
  static const io::RowKind kind{"board", {{"name", "", 0, "name of the fact"}, {"value", "", 0, "value of the fact"}}};
  return kind;
}

const io::RowTable<WatchRow>& watch_rows() {
  using R = WatchRow;
  static const io::RowTable<R> table{
      "watch",
      {io::instant_fields<R>(),
       knob_fields<R>(),
       {{"status", "", 0, "deviates or follows; NA if the knob cannot be read"}, &R::knob, event_of},
       {{"problem", "", 0, "description of the problem"}, &R::knob, &K::problem, io::or_na},
       {io::kSource, &R::source}}};
  return table;
}

const io::RowTable<VerifyRow>& verify_rows() {
  using R = VerifyRow;
  static const io::RowTable<R> table{
      "verify",
      {io::instant_fields<R>(),
       {kMode, &R::mode},
       {{"status", "", 0, "follows or deviates; NA if that is not known"}, &R::status},
       {{"problem", "", 0, "the knobs that deviate, or why it is not known"}, &R::problem, io::or_na},
       {io::kSource, &R::source}}};
  return table;
}

const io::RowTable<SwitchRow>& switch_rows() {
  using R = SwitchRow;
  static const io::RowTable<R> table{
      "switch cost",
      {{{"try", "1", 0, "number of the switch, from 0"}, &R::number},
       {{"mode", "", 0, "mode after the switch"}, &R::mode},
       {{"knob", "", 0, "cores, cpu, gpu, emc, or all for the whole switch"}, &R::knob},
       {{"object", "", 0, "kernel object of the knob; NA for all"}, &R::object},
       {{"settle_ms", "ms", 3,
         "time from the start of the switch until the knob read back as asked; NA = it never did"},
        &R::settle_ms},
       {{"written_ms", "ms", 3,
         "time from the start of the switch to the end of the last write to this knob; NA = it needed no write"},
        &R::written_ms},
       {io::kSource, &R::source}}};
  return table;
}

const io::RowKind& axis_rows() {
  static const io::RowKind kind{
      "axes",
      {{"knob", "", 0, "cores, cpu, gpu or emc"},
       {"unit", "", 0, "unit of the value"},
       {"value", "unit", 0, "one value that the knob can take; NA when this machine lacks the knob"}}};
  return kind;
}

}  // namespace wattline::pmode
