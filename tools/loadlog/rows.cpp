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
  for (const LoadColumn& load : load_columns()) {
    entries.push_back({load.column, &T::load, load.value});
    if (load.column.name == kLastBeforeLists) entries.insert(entries.end(), lists.begin(), lists.end());
  }
  entries.push_back({io::kSource, &T::source});
  return entries;
}

}  // namespace

const std::vector<LoadColumn>& load_columns() {
  using Row = platform::LoadRow;
  static const std::vector<LoadColumn> columns{
      {{"cpu_pct", "%", 1, "use of all online cores since the last row"}, &Row::cpu_pct},
      {{"cpu_khz", "kHz", 0, "mean clock of the online cores"}, &Row::cpu_khz},
      {{"cpus_online", "1", 0, "number of online cores"}, &Row::cpus_online},
      {{"gpu_pct", "%", 1, "use of the GPU"}, &Row::gpu_pct},
      {{"gpu_hz", "Hz", 0, "GPU clock"}, &Row::gpu_hz},
      {{"emc_pct", "%", 1, "use of the memory controller at its present clock"}, &Row::emc_pct},
      {{"emc_hz", "Hz", 0, "memory controller's clock"}, &Row::emc_hz},
      {{"ram_used_b", "B", 0, "memory that is not available to new programs"}, &Row::ram_used_b},
      {{"ram_total_b", "B", 0, "size of the memory"}, &Row::ram_total_b},
      {{"swap_used_b", "B", 0, "swap in use"}, &Row::swap_used_b},
      {{"temp_max_c", "C", 1, "hottest thermal zone"}, &Row::temp_max_c},
      {{"fan_pct", "%", 1, "duty cycle of the fan's drive"}, &Row::fan_pct},
      {{"fan_rpm", "1/min", 0, "fan speed"}, &Row::fan_rpm},
      {{"oc_events", "1", 0, "over-current throttle events since boot, all causes"}, &Row::oc_events},
      {{"uv_events", "1", 0, "under-voltage alarm (Raspberry Pi): 1 while it lasts"}, &Row::uv_events},
      {{"psi_cpu_pct", "%", 2, "share of time in which at least one task waited for a core"}, &Row::psi_cpu_pct},
      {{"psi_mem_pct", "%", 2, "share of time in which at least one task waited for memory"}, &Row::psi_mem_pct},
      {{"psi_mem_full_pct", "%", 2, "share of time in which all tasks waited for memory"}, &Row::psi_mem_full_pct},
      {{"psi_io_pct", "%", 2, "share of time in which at least one task waited for I/O"}, &Row::psi_io_pct},
      {{"psi_io_full_pct", "%", 2, "share of time in which all tasks waited for I/O"}, &Row::psi_io_full_pct},
      {{"read_per_s", "1/s", 2, "reads that the disk completed per second"}, &Row::read_per_s},
      {{"write_per_s", "1/s", 2, "writes that the disk completed per second"}, &Row::write_per_s},
      {{"read_b_per_s", "B/s", 0, "bytes read from the disk per second"}, &Row::read_b_per_s},
      {{"write_b_per_s", "B/s", 0, "bytes written to the disk per second"}, &Row::write_b_per_s},
      {{"read_await_ms", "ms", 3, "mean time of a read, including its time in the queue"}, &Row::read_await_ms},
      {{"write_await_ms", "ms", 3, "mean time of a write, including its time in the queue"}, &Row::write_await_ms},
      {{"queue", "1", 3, "mean number of requests in flight"}, &Row::queue},
      {{"util_pct", "%", 2, "share of time in which the disk had work"}, &Row::util_pct},
      {{"proc_read_b", "B", 0, "bytes that --pid or --cmd has read from disks so far"}, &Row::proc_read_b},
      {{"proc_cpu_pct", "%", 1, "use of all online cores by --pid or --cmd and its children"}, &Row::proc_cpu_pct}};
  return columns;
}

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

}  // namespace wattline::loadlog
