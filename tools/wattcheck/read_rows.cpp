// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/read_rows.hpp"

#include <algorithm>
#include <initializer_list>

#include "base/error.hpp"
#include "io/tsv_escape.hpp"

namespace wattline::wattcheck {

namespace {

// A column that may be absent: its fields are then missing.
class Column {
 public:
  Column(const io::TsvReader& reader, const char* name) : reader_(reader), index_(reader.find(name)) {}
  explicit operator bool() const { return index_.has_value(); }
  std::optional<double> number() const { return index_ ? reader_.number(*index_) : std::nullopt; }
  std::optional<std::int64_t> integer() const { return index_ ? reader_.integer(*index_) : std::nullopt; }
  std::string text() const { return index_ ? io::unescape_field(reader_.field(*index_)) : ""; }
  std::string_view raw() const { return index_ ? reader_.field(*index_) : std::string_view(); }

 private:
  const io::TsvReader& reader_;
  std::optional<std::size_t> index_;
};

// What the rows of every kind tell of their file.
class FileRows {
 public:
  // `mono`: the column of the time that goes with time_s.
  FileRows(io::TsvReader& reader, Run& run, const char* mono)
      : reader_(reader), run_(run), mono_(reader.require(mono)), time_(reader, "time_s"), source_(reader, "source") {}

  bool next() { return reader_.next(); }
  Place place() const { return {run_.files.size() - 1, reader_.line()}; }
  double mono_s() const {
    const auto value = reader_.number(mono_);
    if (value) return *value;
    throw data_error(reader_.name() + ": line " + std::to_string(reader_.line()) + ": no " + reader_.names()[mono_],
                     "imported rows have only wall-clock time, which cannot be judged");
  }
  // The row is one of the run's, and its time on CLOCK_MONOTONIC is `start_s` to `end_s`.
  void use(double start_s, double end_s) {
    File& file = run_.files.back();
    if (file.rows == 0) file.first_s = start_s;
    if (file.rows > 0 && start_s < last_start_s_ && !file.back_line) file.back_line = reader_.line();
    file.last_s = file.rows == 0 ? end_s : std::max(file.last_s, end_s);
    last_start_s_ = start_s;
    ++file.rows;
    if (source_ && source_.raw() != last_source_) {
      last_source_ = source_.raw();
      file.sources.insert(source_.text());
    }
    if (const auto time_s = time_.number()) note_offset(file, *time_s - end_s);
  }

 private:
  void note_offset(File& file, double offset_s) {
    const long long line = reader_.line();
    if (!file.offset) file.offset = ClockOffset{offset_s, offset_s, line, line};
    if (offset_s < file.offset->min_s) file.offset->min_s = offset_s, file.offset->min_line = line;
    if (offset_s > file.offset->max_s) file.offset->max_s = offset_s, file.offset->max_line = line;
  }
  io::TsvReader& reader_;
  Run& run_;
  std::size_t mono_;
  Column time_, source_;
  double last_start_s_ = 0;
  std::string last_source_;
};

void read_power(io::TsvReader& reader, Run& run) {
  FileRows rows(reader, run, "mono_s");
  const Column rail(reader, "rail"), power(reader, "power_w"), stale(reader, "stale");
  run.stale_known = run.stale_known && stale;
  while (rows.next()) {
    if (rail.raw() != run.rail) continue;
    const double mono_s = rows.mono_s();
    run.readings.push_back({mono_s, power.number(), stale.raw() == "1", rows.place()});
    rows.use(mono_s, mono_s);
  }
}

void read_load(io::TsvReader& reader, Run& run) {
  FileRows rows(reader, run, "mono_s");
  const struct {
    std::optional<double> LoadReading::*value;
    Column column;
  } columns[] = {
      {&LoadReading::cpu_pct, {reader, "cpu_pct"}},         {&LoadReading::proc_cpu_pct, {reader, "proc_cpu_pct"}},
      {&LoadReading::cpus_online, {reader, "cpus_online"}}, {&LoadReading::cpu_khz, {reader, "cpu_khz"}},
      {&LoadReading::gpu_hz, {reader, "gpu_hz"}},           {&LoadReading::emc_hz, {reader, "emc_hz"}},
      {&LoadReading::temp_max_c, {reader, "temp_max_c"}},   {&LoadReading::oc_events, {reader, "oc_events"}},
      {&LoadReading::uv_events, {reader, "uv_events"}},     {&LoadReading::read_b_per_s, {reader, "read_b_per_s"}}};
  while (rows.next()) {
    LoadReading tick;
    tick.mono_s = rows.mono_s();
    tick.place = rows.place();
    for (const auto& column : columns) tick.*column.value = column.column.number();
    rows.use(tick.mono_s, tick.mono_s);
    run.load.push_back(tick);
  }
}

bool is_marks(const io::TsvReader& reader) {
  return reader.find("label") && reader.find("origin") && reader.find("mono_s");
}

// What is no phase is not counted.
StepPhase phase_of(std::string_view text) {
  return text == "counted" ? StepPhase::counted : text == "first" ? StepPhase::first : StepPhase::stabilizing;
}

// Rows about intervals, whose time_s is that of their end. `fill` sets what else a row says.
template <class Row, class Fill>
void read_intervals(io::TsvReader& reader, Run& run, std::vector<Row>& intervals, const Fill& fill) {
  FileRows rows(reader, run, "end_mono_s");
  const std::size_t start = reader.require("start_mono_s");
  while (rows.next()) {
    Row row;
    row.start_s = reader.required_number(start);
    row.end_s = rows.mono_s();
    row.place = rows.place();
    if (row.end_s < row.start_s) {
      throw data_error(reader.name() + ": line " + std::to_string(reader.line()) + ": ends before it starts");
    }
    rows.use(row.start_s, row.end_s);
    fill(row);
    intervals.push_back(row);
  }
}

// A mark begins an interval that ends at the next one; the first interval is left out, as without phases.
void read_marks(io::TsvReader& reader, Run& run) {
  FileRows rows(reader, run, "mono_s");
  std::optional<double> start_s;
  while (rows.next()) {
    const double mono_s = rows.mono_s();
    if (start_s) {
      Step step;
      step.start_s = *start_s;
      step.end_s = mono_s;
      step.place = rows.place();
      step.phase = run.files.back().rows == 1 ? StepPhase::first : StepPhase::counted;
      run.steps.push_back(step);
    }
    rows.use(mono_s, mono_s);
    start_s = mono_s;
  }
}

void read_steps(io::TsvReader& reader, Run& run) {
  if (is_marks(reader)) return read_marks(reader, run);

  const Column epoch(reader, "epoch"), number(reader, "step"), phase(reader, "phase");
  read_intervals(reader, run, run.steps, [&](Step& step) {
    const bool is_first = run.files.back().rows == 1;
    step.epoch = epoch.integer();
    step.number = number.integer();
    // Without phases the first row is the one to leave out, as in pmsweep.
    step.phase = phase ? phase_of(phase.raw()) : is_first ? StepPhase::first : StepPhase::counted;
  });
}

void read_epochs(io::TsvReader& reader, Run& run) {
  const Column number(reader, "epoch"), steps(reader, "steps"), resident(reader, "resident_pct");
  read_intervals(reader, run, run.epochs, [&](Epoch& epoch) {
    epoch.epoch = number.integer();
    epoch.steps = steps.integer();
    epoch.resident_pct = resident.number();
  });
}

void read_watch(io::TsvReader& reader, Run& run) {
  FileRows rows(reader, run, "mono_s");
  const Column knob(reader, "knob"), object(reader, "object"), status(reader, "status");
  while (rows.next()) {
    const double mono_s = rows.mono_s();
    run.watch.push_back({mono_s, knob.text(), object.text(), status.text(), rows.place()});
    rows.use(mono_s, mono_s);
  }
}

void read_residency(io::TsvReader& reader, Run& run) {
  FileRows rows(reader, run, "mono_s");
  const Column resident(reader, "resident_pct");
  while (rows.next()) {
    const double mono_s = rows.mono_s();
    run.residency.push_back({resident.number(), rows.place()});
    rows.use(mono_s, mono_s);
  }
}

}  // namespace

Kind kind_of(const io::TsvReader& reader) {
  const auto has = [&](std::initializer_list<const char*> names) {
    return std::all_of(names.begin(), names.end(), [&](const char* name) { return reader.find(name).has_value(); });
  };
  if (has({"rail", "power_w", "mono_s"})) return Kind::power;
  if (has({"start_mono_s", "end_mono_s", "steps"})) return Kind::epoch;
  if (has({"start_mono_s", "end_mono_s"})) return Kind::step;
  if (is_marks(reader)) return Kind::step;
  if (has({"knob", "status", "mono_s"})) return Kind::watch;
  if (has({"resident_pct", "mono_s"})) return Kind::residency;
  if (has({"cpu_pct", "mono_s"}) || has({"temp_max_c", "mono_s"})) return Kind::load;
  throw data_error(
      reader.name() + ": these are no power, load, step, mark, epoch, watch or residency rows",
      "wattcheck takes what powerlog (also its marks), loadlog, trainstep, `pmode watch` and cachestat print");
}

void read_rows(io::TsvReader& reader, Run& run) {
  switch (run.files.back().kind) {
    case Kind::power:
      return read_power(reader, run);
    case Kind::load:
      return read_load(reader, run);
    case Kind::step:
      return read_steps(reader, run);
    case Kind::epoch:
      return read_epochs(reader, run);
    case Kind::watch:
      return read_watch(reader, run);
    case Kind::residency:
      return read_residency(reader, run);
  }
}

}  // namespace wattline::wattcheck
