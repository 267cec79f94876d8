// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/row_files.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "base/error.hpp"
#include "base/units.hpp"
#include "io/tsv_escape.hpp"

namespace wattline::wattcheck {

Kind kind_of(const io::TsvReader& reader) {
  const auto has = [&](std::initializer_list<const char*> names) {
    return std::all_of(names.begin(), names.end(), [&](const char* name) { return reader.find(name).has_value(); });
  };
  if (has({"rail", "power_w", "mono_s"})) return Kind::power;
  if (has({"start_mono_s", "end_mono_s", "window", "phase", "mode"})) return Kind::window;
  if (has({"start_mono_s", "end_mono_s", "steps"})) return Kind::epoch;
  if (has({"start_mono_s", "end_mono_s"})) return Kind::step;
  if (has({"knob", "status", "mono_s"})) return Kind::watch;
  if (has({"resident_pct", "mono_s"})) return Kind::residency;
  if (has({"cpu_pct", "mono_s"}) || has({"temp_max_c", "mono_s"})) return Kind::load;
  // Last, as those of cachestat may have a label, too.
  if (io::MarkColumns::in(reader)) return Kind::step;
  throw data_error(
      reader.name() + ": these are no power, load, step, mark, epoch, window, watch or residency rows",
      "wattcheck takes what powerlog (also its marks), loadlog, trainstep, pmtune, `pmode watch` and cachestat print");
}

std::string OptionalColumn::text() const {
  return index_ ? io::unescape_field(reader_->field(*index_)) : "";
}

RowFile::RowFile(io::TsvReader& reader, Run& run, std::size_t index, const char* mono)
    : reader_(&reader),
      run_(&run),
      index_(index),
      mono_(reader.require(mono)),
      time_(reader, "time_s"),
      source_(reader, "source") {}

double RowFile::mono_s() const {
  const auto value = reader_->number(mono_);
  if (value) return *value;
  throw data_error(reader_->name() + ": line " + std::to_string(reader_->line()) + ": no " + reader_->names()[mono_],
                   "imported rows have only wall-clock time, which cannot be judged");
}

bool RowFile::use(double start_s, double end_s) {
  File& file = run_->files[index_];
  const bool back = file.rows > 0 && start_s < latest_s_;
  if (file.rows == 0) file.first_s = start_s;
  if (back && !file.back_line) file.back_line = reader_->line();
  file.last_s = file.rows == 0 ? end_s : std::max(file.last_s, end_s);
  if (!back) latest_s_ = start_s;
  ++file.rows;
  if (source_ && source_.raw() != last_source_) {
    last_source_ = source_.raw();
    file.sources.insert(source_.text());
  }
  if (const auto time_s = time_.number()) note_offset(*time_s - end_s);
  return !back;
}

void RowFile::note_offset(double offset_s) {
  File& file = run_->files[index_];
  const long long line = reader_->line();
  if (!file.offset) file.offset = ClockOffset{offset_s, offset_s, line, line};
  if (offset_s < file.offset->min_s) file.offset->min_s = offset_s, file.offset->min_line = line;
  if (offset_s > file.offset->max_s) file.offset->max_s = offset_s, file.offset->max_line = line;
}

template <class Row>
bool RowFile::next_interval(std::size_t start, Row& row) {
  while (next()) {
    row.start_s = reader_->required_number(start);
    row.end_s = mono_s();
    row.place = place();
    if (row.end_s < row.start_s) {
      throw data_error(reader_->name() + ": line " + std::to_string(reader_->line()) + ": ends before it starts");
    }
    if (use(row.start_s, row.end_s)) return true;
  }
  return false;
}

PowerRows::PowerRows(io::TsvReader& reader, Run& run, std::size_t index)
    : file_(reader, run, index, "mono_s"), rail_(run.rail), columns_(reader) {
  run.stale_known = run.stale_known && columns_.knows_stale();
}

bool PowerRows::next(Row& reading) {
  while (file_.next()) {
    if (columns_.rail(file_.reader()) != rail_) continue;
    const double mono_s = file_.mono_s();
    reading = {mono_s, columns_.power_w(file_.reader()), columns_.stale(file_.reader()), file_.place()};
    if (file_.use(mono_s, mono_s)) return true;
  }
  return false;
}

LoadRows::LoadRows(io::TsvReader& reader, Run& run, std::size_t index)
    : file_(reader, run, index, "mono_s"), values_{{&LoadReading::cpu_pct, {reader, "cpu_pct"}},
                                                   {&LoadReading::proc_cpu_pct, {reader, "proc_cpu_pct"}},
                                                   {&LoadReading::cpus_online, {reader, "cpus_online"}},
                                                   {&LoadReading::cpu_khz, {reader, "cpu_khz"}},
                                                   {&LoadReading::gpu_hz, {reader, "gpu_hz"}},
                                                   {&LoadReading::emc_hz, {reader, "emc_hz"}},
                                                   {&LoadReading::temp_max_c, {reader, "temp_max_c"}},
                                                   {&LoadReading::oc_events, {reader, "oc_events"}},
                                                   {&LoadReading::uv_events, {reader, "uv_events"}},
                                                   {&LoadReading::read_b_per_s, {reader, "read_b_per_s"}}} {}

bool LoadRows::next(Row& tick) {
  while (file_.next()) {
    tick.start_s = file_.mono_s();
    tick.place = file_.place();
    for (const Value& value : values_) tick.*value.value = value.column.number();
    if (file_.use(tick.start_s, tick.start_s)) return true;
  }
  return false;
}

StepRows::StepRows(io::TsvReader& reader, Run& run, std::size_t index)
    : file_(reader, run, index, io::MarkColumns::in(reader) ? "mono_s" : "end_mono_s"),
      phases_(reader),
      marks_(reader),
      request_(reader, "request"),
      window_(reader, "window"),
      tokens_(reader, "tokens") {
  if (!io::MarkColumns::in(reader))
    steps_.emplace(reader, io::StepReader::Names{}, io::StepReader::Names{"epoch", "step"});
}

bool StepRows::next(Row& step) {
  if (!steps_) return next_mark(step);
  while (file_.next()) {
    const io::StepRow row = steps_->read(file_.reader());
    const auto number = [](std::int64_t n) { return n < 0 ? std::nullopt : std::optional(n); };
    step = {
        to_seconds(row.start_ns), to_seconds(row.end_ns), number(row.epoch), number(row.step), row.phase, file_.place(),
        tokens_.number()};
    const auto request = request_ ? request_.integer() : window_.integer();
    if (request && !step.number) {
      step.request = true;
      step.epoch = 0;
      step.number = request;
    }
    if (file_.use(step.start_s, step.end_s)) return true;
  }
  return false;
}

bool StepRows::next_mark(Row& step) {
  while (file_.next()) {
    const double mono_s = file_.mono_s();
    if (!file_.use(mono_s, mono_s)) continue;
    const auto start_s = std::exchange(last_mark_s_, mono_s);
    if (!start_s || marks_.kind(file_.reader()) == io::MarkKind::log_starts) continue;
    step = Step{*start_s, mono_s, {}, {}, phases_.next(file_.reader()), file_.place()};
    return true;
  }
  return false;
}

EpochRows::EpochRows(io::TsvReader& reader, Run& run, std::size_t index)
    : file_(reader, run, index, "end_mono_s"),
      start_(reader.require("start_mono_s")),
      number_(reader, "epoch"),
      steps_(reader, "steps"),
      resident_(reader, "resident_pct") {}

bool EpochRows::next(Row& epoch) {
  if (!file_.next_interval(start_, epoch)) return false;
  epoch.epoch = number_.integer();
  epoch.steps = steps_.integer();
  epoch.resident_pct = resident_.number();
  return true;
}

TuneRows::TuneRows(io::TsvReader& reader, Run& run, std::size_t index)
    : file_(reader, run, index, "end_mono_s"),
      start_(reader.require("start_mono_s")),
      phase_(reader, "phase"),
      mode_(reader, "mode") {}

bool TuneRows::next(Row& window) {
  if (!file_.next_interval(start_, window)) return false;
  window.holds = phase_.raw() == "hold";
  window.mode = mode_.text();
  return true;
}

WatchRows::WatchRows(io::TsvReader& reader, Run& run, std::size_t index)
    : file_(reader, run, index, "mono_s"),
      knob_(reader, "knob"),
      object_(reader, "object"),
      status_(reader, "status") {}

bool WatchRows::next(Row& event) {
  if (!file_.next()) return false;
  const double mono_s = file_.mono_s();
  event = {mono_s, knob_.text(), object_.text(), status_.text(), file_.place()};
  file_.use(mono_s, mono_s);
  return true;
}

ResidencyRows::ResidencyRows(io::TsvReader& reader, Run& run, std::size_t index)
    : file_(reader, run, index, "mono_s"), resident_(reader, "resident_pct") {}

bool ResidencyRows::next(Row& residency) {
  if (!file_.next()) return false;
  const double mono_s = file_.mono_s();
  residency = {mono_s, resident_.number(), file_.place()};
  file_.use(mono_s, mono_s);
  return true;
}

}  // namespace wattline::wattcheck
