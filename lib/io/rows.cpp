// SPDX-License-Identifier: Apache-2.0
#include "io/rows.hpp"

namespace wattline::io {

namespace {

const Column kTime{"time_s", "s", 6, "wall clock (CLOCK_REALTIME), taken right after the reading"};
const Column kMono{"mono_s", "s", 6, "CLOCK_MONOTONIC at the same instant"};
const Column kStart{"start_mono_s", "s", 6, "CLOCK_MONOTONIC at the start"};
const Column kEnd{"end_mono_s", "s", 6, "CLOCK_MONOTONIC at the end"};
const Column kEndTime{"time_s", "s", 6, "wall clock (CLOCK_REALTIME) at the end"};
const Column kSource{"source", "", 0, "measured, emulated or replayed"};

}  // namespace

const RowKind& power_rows() {
  static const RowKind kind{
      "power",
      {kTime,
       kMono,
       {"rail", "", 0, "name of the rail, or TOTAL for the board's total"},
       {"scope", "", 0, "total; part (adds up to the total); nested (inside a part); outside (beyond the total)"},
       {"voltage_v", "V", 3, "bus voltage"},
       {"current_a", "A", 4, "current"},
       {"power_w", "W", 4, "voltage times current, or the sensor's own power register"},
       {"stale", "1", 0, "1 = the sensor repeated its last conversion"},
       kSource}};
  return kind;
}

const RowKind& mark_rows() {
  static const RowKind kind{
      "marks",
      {kTime, kMono, {"label", "", 0, "text of the mark"}, {"origin", "", 0, "signal, fifo or gpio"}, kSource}};
  return kind;
}

const RowKind& power_summary_rows() {
  static const RowKind kind{"power summary",
                            {{"rail", "", 0, "name of the rail, or TOTAL"},
                             {"scope", "", 0, "total, part, nested or outside"},
                             {"duration_s", "s", 6, "time from the first to the last reading"},
                             {"samples", "1", 0, "readings used"},
                             {"missed", "1", 0, "ticks that passed without a reading"},
                             {"stale", "1", 0, "readings that repeated the sensor's last conversion"},
                             {"min_w", "W", 4, "smallest reading"},
                             {"mean_w", "W", 4, "energy divided by duration"},
                             {"max_w", "W", 4, "largest reading"},
                             {"energy_j", "J", 6, "trapezoidal integral of the readings"},
                             {"energy_err_j", "J", 6, "bound of its error: quantisation, sampling, sensor offset"},
                             {"window_s", "s", 6, "time that one reading of the sensor averages over"},
                             {"idle_w", "W", 4, "mean power of the idle baseline (--idle)"},
                             {"net_energy_j", "J", 6, "energy_j less the idle baseline over the same time"},
                             {"late_p50_s", "s", 6, "median delay of ticks after they were due"},
                             {"late_p99_s", "s", 6, "99th percentile of that delay"},
                             {"sweep_p50_s", "s", 6, "median time to read all rails"},
                             {"sweep_p99_s", "s", 6, "99th percentile of that time"},
                             {"cpu_pct", "%", 3, "share of one core that the logger itself used"},
                             kSource}};
  return kind;
}

const RowKind& rail_rows() {
  static const RowKind kind{"rails",
                            {{"rail", "", 0, "name of the rail"},
                             {"path", "", 0, "where its attributes are"},
                             {"scope", "", 0, "part, nested or outside"},
                             {"parent", "", 0, "the rail that a nested one lies in"},
                             {"driver", "", 0, "how it is read"},
                             {"shunt_ohm", "ohm", 6, "shunt resistor"},
                             {"resolution_w", "W", 6, "smallest step of power at the present voltage"},
                             {"averaging", "1", 0, "conversions that the chip averages"},
                             {"window_s", "s", 6, "time that one reading averages over"},
                             {"readable", "1", 0, "1 = a reading succeeded just now"},
                             {"verified", "", 0, "where this driver's code has run: device, driver or tree"},
                             kSource}};
  return kind;
}

const RowKind& calibration_rows() {
  static const RowKind kind{"calibration",
                            {{"rail", "", 0, "name of the rail"},
                             {"gain", "1", 6, "meter power = gain x rail power + offset"},
                             {"offset_w", "W", 6, "its constant part"},
                             {"residual_sd_w", "W", 6, "standard deviation of what the fit leaves"},
                             {"samples", "1", 0, "stretches of time fitted"},
                             kSource}};
  return kind;
}

const RowKind& load_rows() {
  static const RowKind kind{"load",
                            {kTime,
                             kMono,
                             {"cpu_pct", "%", 1, "use of all online cores since the last row"},
                             {"cpu_khz", "kHz", 0, "mean clock of the online cores"},
                             {"cpus_online", "1", 0, "cores that are on"},
                             {"gpu_pct", "%", 1, "GPU use"},
                             {"gpu_hz", "Hz", 0, "GPU clock"},
                             {"emc_pct", "%", 1, "use of the memory controller at its present clock"},
                             {"emc_hz", "Hz", 0, "memory controller's clock"},
                             {"ram_used_b", "B", 0, "memory that is not available to new programs"},
                             {"ram_total_b", "B", 0, "memory"},
                             {"swap_used_b", "B", 0, "swap in use"},
                             {"temp_max_c", "C", 1, "hottest thermal zone"},
                             {"fan_pct", "%", 1, "fan drive"},
                             {"fan_rpm", "1/min", 0, "fan speed"},
                             {"oc_events", "1", 0, "over-current throttle events since boot, all causes"},
                             {"uv_events", "1", 0, "under-voltage alarm (Raspberry Pi): 1 while it lasts"},
                             {"psi_cpu_pct", "%", 2, "share of time in which some task waited for a core"},
                             {"psi_mem_pct", "%", 2, "share of time in which some task waited for memory"},
                             {"psi_mem_full_pct", "%", 2, "share of time in which all of them did"},
                             {"psi_io_pct", "%", 2, "share of time in which some task waited for I/O"},
                             {"psi_io_full_pct", "%", 2, "share of time in which all of them did"},
                             {"read_per_s", "1/s", 2, "reads completed by the disk"},
                             {"write_per_s", "1/s", 2, "writes completed"},
                             {"read_b_per_s", "B/s", 0, "bytes read"},
                             {"write_b_per_s", "B/s", 0, "bytes written"},
                             {"read_await_ms", "ms", 3, "mean time of a read, waiting included"},
                             {"write_await_ms", "ms", 3, "mean time of a write, waiting included"},
                             {"queue", "1", 3, "mean number of requests in flight"},
                             {"util_pct", "%", 2, "share of time in which the disk had work"},
                             {"proc_read_b", "B", 0, "bytes that --pid or --cmd has read from disks so far"},
                             {"zone_temps", "", 0, "NAME=CELSIUS of each thermal zone"},
                             {"core_pct", "", 0, "use of each core in % by its number, - for a core that is off"},
                             {"core_khz", "", 0, "clock of each core in kHz by its number"},
                             kSource}};
  return kind;
}

const RowKind& load_summary_rows() {
  static const RowKind kind{"load summary",
                            {{"name", "", 0, "a column of the rows, or KNOB for a clock"},
                             {"clock_hz", "Hz", 0, "the clock, for a knob"},
                             {"samples", "1", 0, "values that were not missing"},
                             {"min", "", 3, "smallest value"},
                             {"mean", "", 3, "mean of the values"},
                             {"max", "", 3, "largest value"},
                             {"share_pct", "%", 3, "share of the time at this clock, as the kernel counts it"},
                             {"missed", "1", 0, "ticks that passed without a row"},
                             kSource}};
  return kind;
}

const RowKind& step_rows() {
  static const RowKind kind{"step",
                            {kStart,
                             kEnd,
                             kEndTime,
                             {"epoch", "1", 0, "epoch, from 0"},
                             {"step", "1", 0, "minibatch within the epoch, from 0"},
                             {"phase", "", 0, "first, stabilizing or counted"},
                             {"stall_ms", "ms", 3, "end of the previous step until the batch is on the device"},
                             {"h2d_ms", "ms", 3, "part of the stall spent copying to the device"},
                             {"compute_ms", "ms", 3, "batch on the device until the optimiser step is done"},
                             {"step_ms", "ms", 3, "end of the previous step until the end of this one"},
                             {"read_ms", "ms", 3, "reading the files of this batch, inside the worker"},
                             {"prep_ms", "ms", 3, "decoding and transforming them, inside the worker"},
                             {"images", "1", 0, "samples in the batch"},
                             {"loss", "1", 6, "training loss of the batch"},
                             kSource}};
  return kind;
}

const RowKind& epoch_rows() {
  static const RowKind kind{
      "epoch",
      {kStart,
       kEnd,
       kEndTime,
       {"epoch", "1", 0, "epoch, from 0"},
       {"complete", "1", 0, "1 = every minibatch of the data set was trained"},
       {"steps", "1", 0, "minibatches trained"},
       {"counted", "1", 0, "of these, in phase counted"},
       {"stall_ms", "ms", 3, "sum over the epoch's steps"},
       {"compute_ms", "ms", 3, "sum over the epoch's steps"},
       {"overhead_ms", "ms", 3, "epoch time less stall and compute"},
       {"epoch_s", "s", 6, "end less start"},
       {"median_step_ms", "ms", 3, "median step_ms of the counted steps"},
       {"images", "1", 0, "samples trained"},
       {"images_per_s", "1/s", 3, "images divided by epoch_s"},
       {"resident_pct", "%", 4, "share of the data set in the page cache at the end, when asked for"},
       {"device", "", 0, "cpu or cuda"},
       kSource}};
  return kind;
}

const RowKind& run_summary_rows() {
  static const RowKind kind{
      "run summary",
      {{"name", "", 0, "name of the value"}, {"value", "", 0, "the value"}, {"unit", "", 0, "its unit"}}};
  return kind;
}

const RowKind& window_rows() {
  static const RowKind kind{
      "window",
      {kStart,
       kEnd,
       kEndTime,
       {"window", "1", 0, "inference minibatch and what was trained after it, from 0"},
       {"queue_ms", "ms", 3, "a request's arrival until its inference begins, mean of the minibatch"},
       {"infer_ms", "ms", 3, "execution of the inference minibatch"},
       {"latency_ms", "ms", 3, "a request's arrival until its answer, mean of the minibatch"},
       {"latency_max_ms", "ms", 3, "the same, largest of the minibatch"},
       {"violations", "1", 0, "requests above the latency limit"},
       {"train_steps", "1", 0, "training minibatches in the window"},
       {"fitting_steps", "1", 0, "what floor((batch / rate - inference) / training) gives"},
       {"train_ms", "ms", 3, "sum of the training minibatches"},
       {"images", "1", 0, "requests answered"},
       kSource}};
  return kind;
}

const RowKind& residency_rows() {
  static const RowKind kind{
      "residency",
      {kTime,
       kMono,
       {"label", "", 0, "--label, or NA"},
       {"path", "", 0, "operand, or file with -f"},
       {"files", "1", 0, "regular files measured, each once"},
       {"dirs", "1", 0, "directories entered"},
       {"skipped", "1", 0, "FIFOs, sockets, devices and other things without pages"},
       {"errors", "1", 0, "files that could not be measured"},
       {"unknown", "1", 0, "files whose residency the kernel hides from this user"},
       {"size_b", "B", 0, "sum of file sizes"},
       {"alloc_b", "B", 0, "bytes allocated on the device (sparse files have fewer)"},
       {"pages", "1", 0, "pages that the files span"},
       {"cached_pages", "1", 0, "of these, in the page cache"},
       {"cached_b", "B", 0, "bytes of the cached pages"},
       {"resident_pct", "%", 4, "cached_pages of pages, known files only"},
       {"pct_min", "%", 4, "lower bound with the unknown files"},
       {"pct_max", "%", 4, "upper bound with the unknown files"},
       {"lru_expected_hit_pct", "%", 4, "hit rate of a random-order epoch under LRU at this residency"},
       {"dirty", "1", 0, "pages to be written back"},
       {"writeback", "1", 0, "pages being written back"},
       {"evicted", "1", 0, "pages evicted since they were last cached"},
       {"recently_evicted", "1", 0, "of these, recently enough to count as thrashing"},
       {"method", "", 0, "cachestat, mincore, mixed or sample"},
       {"metadata", "", 0, "warm or cold inodes after an evict, else NA"},
       {"scan_s", "s", 6, "time the scan took"},
       kSource}};
  return kind;
}

const RowKind& residency_map_rows() {
  static const RowKind kind{"residency map",
                            {kTime,
                             kMono,
                             {"label", "", 0, "--label, or NA"},
                             {"path", "", 0, "the file"},
                             {"part", "1", 0, "part of the file, from 0"},
                             {"start_b", "B", 0, "where the part starts"},
                             {"pages", "1", 0, "pages of the part"},
                             {"cached_pages", "1", 0, "of these, in the page cache"},
                             {"resident_pct", "%", 4, "cached_pages of pages"},
                             {"method", "", 0, "cachestat or mincore"},
                             kSource}};
  return kind;
}

namespace {

std::vector<Column> mode_columns() {
  return {{"id", "", 0, "number of the mode; NA when it has none"},
          {"name", "", 0, "the vendor's name, or NA"},
          {"mode", "", 0, "CORES/CPU/GPU/EMC, accepted by every tool"},
          {"cores", "1", 0, "online cores"},
          {"cpu_khz", "kHz", 0, "CPU clock"},
          {"gpu_hz", "Hz", 0, "GPU clock"},
          {"emc_hz", "Hz", 0, "memory clock"}};
}

}  // namespace

const RowKind& mode_rows() {
  static const RowKind kind{"modes", mode_columns()};
  return kind;
}

const RowKind& predefined_mode_rows() {
  static const RowKind kind = [] {
    RowKind predefined{"predefined modes", mode_columns()};
    const std::vector<Column> more{{"active", "1", 0, "1 = its limits are the ones in force"},
                                   {"saved", "1", 0, "1 = nvpmodel brings it back at boot"},
                                   {"reboot", "", 0, "yes = GPU power gating differs, switching needs a reboot"},
                                   {"rated_w", "W", 1, "the vendor's label, not an enforced limit"}};
    predefined.columns.insert(predefined.columns.end(), more.begin(), more.end());
    return predefined;
  }();
  return kind;
}

const RowKind& knob_rows() {
  static const RowKind kind{
      "knobs",
      {{"knob", "", 0, "cores, cpu, gpu, emc, cpuidle, fan, service or overcurrent"},
       {"object", "", 0, "what carries it: a cpufreq policy, a devfreq device"},
       {"cpus", "", 0, "cores behind it, as a kernel list"},
       {"unit", "", 0, "unit of the four numbers that follow"},
       {"asked", "", 0, "value last asked for with pmode"},
       {"min", "", 0, "lower limit in force"},
       {"max", "", 0, "upper limit in force"},
       {"current", "", 0, "value now"},
       {"governor", "", 0, "what chooses between the limits"},
       {"status", "", 0, "follows, deviates, or NA when nothing was asked"},
       {"mechanism", "", 0, "kernel interface that controls it"},
       kSource}};
  return kind;
}

const RowKind& board_rows() {
  static const RowKind kind{"board", {{"name", "", 0, "name of the fact"}, {"value", "", 0, "its value"}}};
  return kind;
}

const RowKind& watch_rows() {
  static const RowKind kind{"watch",
                            {kTime,
                             kMono,
                             {"knob", "", 0, "cores, cpu, gpu, emc, cpuidle or fan"},
                             {"object", "", 0, "what carries it"},
                             {"cpus", "", 0, "cores behind it"},
                             {"unit", "", 0, "unit of the four numbers that follow"},
                             {"asked", "", 0, "value asked for"},
                             {"min", "", 0, "lower limit in force"},
                             {"max", "", 0, "upper limit in force"},
                             {"current", "", 0, "value now"},
                             {"status", "", 0, "deviates, or follows again"},
                             {"problem", "", 0, "what is wrong, in words"},
                             kSource}};
  return kind;
}

const RowKind& switch_rows() {
  static const RowKind kind{"switch cost",
                            {{"try", "1", 0, "number of the switch, from 0"},
                             {"mode", "", 0, "mode that it switched to"},
                             {"knob", "", 0, "cores, cpu, gpu, emc, or all for the whole switch"},
                             {"object", "", 0, "what carries it"},
                             {"settle_ms", "ms", 3, "first write until this knob was read back as asked; NA = it never was"},
                             kSource}};
  return kind;
}

const RowKind& axis_rows() {
  static const RowKind kind{
      "axes",
      {{"knob", "", 0, "cores, cpu, gpu or emc"},
       {"unit", "", 0, "unit of the value"},
       {"value", "", 0, "one value that the knob can take; NA when this machine lacks the knob"}}};
  return kind;
}

const RowKind& saved_state_rows() {
  static const RowKind kind{
      "saved state", {{"path", "", 0, "kernel attribute"}, {"value", "", 0, "its text; NA where the kernel hid it"}}};
  return kind;
}

const RowKind& profile_rows() {
  static const RowKind kind{
      "profile",
      {{"cores", "1", 0, "online cores"},
       {"cpu_khz", "kHz", 0, "CPU clock"},
       {"gpu_hz", "Hz", 0, "GPU clock"},
       {"emc_hz", "Hz", 0, "memory clock"},
       {"minibatch_ms", "ms", 3, "median time of a minibatch in the steady window"},
       {"power_w", "W", 4, "median power in it"},
       {"energy_j", "J", 6, "energy of a minibatch: the two multiplied"},
       {"minibatch_sd_ms", "ms", 3, "standard deviation of the minibatch times"},
       {"power_sd_w", "W", 4, "standard deviation of the power readings"},
       {"steps", "1", 0, "minibatches in the window"},
       {"power_samples", "1", 0, "readings in the window that the sensor did not repeat"},
       {"window_s", "s", 3, "length of the window"},
       {"settle_reason", "", 0, "why it opened: agreed, limit or unmetered"},
       {"status", "", 0, "ok; short (the command ended early); failed; deferred (needs a reboot)"},
       {"reason", "", 0, "why the status is not ok"},
       {"flag", "", 0, "ok, or what makes the profile doubtful"},
       {"start_temp_c", "degC", 1, "hottest thermal zone when the run or the window began"},
       {"max_temp_c", "degC", 1, "hottest reading until the window closed"},
       {"throttle_events", "1", 0, "over-current events of the board meanwhile"},
       kSource}};
  return kind;
}

const std::vector<Column>& energy_columns() {
  static const std::vector<Column> columns{{"energy_j", "J", 6, "energy of the interval"},
                                           {"mean_power_w", "W", 4, "energy divided by the interval's length"},
                                           {"samples", "1", 0, "power readings inside the interval"},
                                           {"coverage_pct", "%", 2, "share of the interval that power readings cover"},
                                           {"energy_err_j", "J", 6, "bound of the energy's error"}};
  return columns;
}

}  // namespace wattline::io
