// SPDX-License-Identifier: Apache-2.0
#include "loadlog/rows.hpp"

#include "io/time_columns.hpp"

namespace wattline::loadlog {

namespace {

using Table = io::RowTable<LoadTick>;

// Columns that came later stand behind the lists.
constexpr const char* kLastBeforeLists = "proc_read_b";

std::vector<Table::Entry> load_entries() {
  using T = LoadTick;
  std::vector<Table::Entry> entries{io::instant_fields<T>()};
  const std::vector<Table::Entry> lists{
      {{"zone_temps", "", 0, "temperature of each thermal zone, as NAME=CELSIUS,..."},
       &T::load,
       &platform::LoadRow::zone_temps,
       io::or_na},
      {{"core_pct", "", 0, "use of each core in %, in the order of their numbers; - for an offline core"},
       &T::core_pct,
       io::or_na},
      {{"core_khz", "", 0, "clock of each core in kHz, in the order of their numbers"}, &T::core_khz, io::or_na}};
  for (const platform::LoadColumn& load : platform::load_columns()) {
    entries.push_back({load.column, &T::load, load.value});
    if (load.column.name == kLastBeforeLists) entries.insert(entries.end(), lists.begin(), lists.end());
  }
  entries.push_back({io::kSource, &T::source});
  return entries;
}

}  // namespace

const Table& load_rows() {
  static const Table table{"load", load_entries()};
  return table;
}

const io::RowTable<SummaryRow>& summary_rows() {
  using R = SummaryRow;
  static const io::RowTable<R> table{
      "load summary",
      {{{"name", "", 0, "name of a column of the rows, or of a knob whose clock is counted"}, &R::name},
       {{"clock_hz", "Hz", 0, "one clock of the knob; NA in rows of a column"}, &R::clock_hz},
       {{"samples", "1", 0, "number of values that were not NA"}, &R::samples},
       {{"min", "unit", 3, "smallest value"}, &R::min},
       {{"mean", "unit", 3, "mean of the values"}, &R::mean},
       {{"max", "unit", 3, "largest value"}, &R::max},
       {{"share_pct", "%", 3, "share of the time that the knob ran at this clock, as counted by the kernel"},
        &R::share_pct},
       {{"missed", "1", 0, "number of ticks without a row"}, &R::missed},
       {io::kSource, &R::source}}};
  return table;
}

const io::RowTable<ProgramRow>& program_rows() {
  using R = ProgramRow;
  static const io::RowTable<R> table{
      "program",
      {io::instant_fields<R>(),
       {{"kind", "", 0, "process (a process group), container or group (another control group)"}, &R::kind},
       {{"name", "", 0, "name of the program; other: all others of the kind"}, &R::name},
       {{"pid", "", 0, "process id of the leader of the process group"}, &R::pid},
       {{"processes", "1", 0, "number of processes in the process group"}, &R::processes},
       {{"busy_cores", "1", 3, "mean number of cores that it kept busy since the row before"}, &R::busy_cores},
       {io::kSource, &R::source}}};
  return table;
}

}  // namespace wattline::loadlog
