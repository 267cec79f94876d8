// SPDX-License-Identifier: Apache-2.0
#include "platform/load/cpu_load.hpp"

#include <unistd.h>

#include <algorithm>

#include "base/counter.hpp"
#include "base/parse.hpp"
#include "io/unread.hpp"

namespace wattline::platform {

namespace {

constexpr std::size_t kStatBytes = 65536;           // the cpu lines come first
constexpr int kIdle = 3, kIoWait = 4, kFields = 8;  // user nice system idle iowait irq softirq steal

// Of a core. Cores without a timer tick (nohz_full) are brought up to date once per second.
double most_ticks(double dt_s) {
  return (2 * dt_s + 2) * static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::size_t core_count(const Cpus& cpus) {
  int highest = -1;
  for (const int cpu : cpus.order) highest = std::max(highest, cpu);
  for (const CpuPolicy& policy : cpus.policies) {
    for (const int cpu : policy.cpus) highest = std::max(highest, cpu);
  }
  return static_cast<std::size_t>(highest + 1);
}

}  // namespace

CpuLoad::CpuLoad(const io::Root& root, const Cpus& cpus)
    : stat_(root.path("/proc/stat"), kStatBytes), cores_(core_count(cpus)), online_(core_count(cpus)) {
  for (const CpuPolicy& policy : cpus.policies) {
    const auto path = root.path(policy.file("scaling_cur_freq"));
    clocks_.push_back({path.string(), policy.cpus, io::Attribute(path)});
  }
}

double CpuLoad::use_since(Ticks& last, const Ticks& now, std::size_t cores) {
  const double dt_s = static_cast<double>(now.mono_ns - last.mono_ns) * 1e-9;
  const double most = static_cast<double>(cores) * most_ticks(dt_s);
  const auto busy = growth(last.busy, now.busy, most);
  const auto idle = growth(last.idle, now.idle, most);
  last = now;
  return busy && idle && *busy + *idle > 0 ? 100 * *busy / (*busy + *idle) : NAN;
}

void CpuLoad::read_use(LoadRow& row, std::int64_t mono_ns) {
  row.core_pct.assign(cores_.size(), NAN);
  std::fill(online_.begin(), online_.end(), false);
  auto text = stat_.read();
  if (!text) return;
  row.cpus_online = 0;
  while (text->compare(0, 3, "cpu") == 0) {
    std::string_view line = io::take_line(*text);
    const std::string_view name = io::take_word(line);
    Ticks now{0, 0, mono_ns};
    for (int field = 0; field < kFields; ++field) {
      const auto ticks = static_cast<double>(to_int64(io::take_word(line)).value_or(0));
      (field == kIdle || field == kIoWait ? now.idle : now.busy) += ticks;
    }
    const auto core = to_int64(name.substr(3));
    if (!core) {
      row.cpu_pct = use_since(all_, now, std::max<std::size_t>(cores_.size(), 1));
    } else if (static_cast<std::size_t>(*core) < cores_.size()) {
      const auto i = static_cast<std::size_t>(*core);
      online_[i] = true;
      row.cpus_online += 1;
      row.core_pct[i] = use_since(cores_[i], now, 1);
    }
  }
}

// A policy whose cores are all off has no clock; its file may have gone and come back.
void CpuLoad::read_clocks(LoadRow& row) {
  row.core_khz.assign(cores_.size(), NAN);
  double sum = 0, count = 0;
  for (Clock& clock : clocks_) {
    auto khz = clock.file.read_int();
    if (!khz) {
      clock.file = io::Attribute(clock.path);
      khz = clock.file.read_int();
    }
    if (!khz) io::note_unread(clock.path, clock.file.error());
    if (!khz) continue;
    for (const int cpu : clock.cpus) {
      const auto i = static_cast<std::size_t>(cpu);
      if (i >= online_.size() || !online_[i]) continue;
      row.core_khz[i] = static_cast<double>(*khz);
      sum += row.core_khz[i];
      count += 1;
    }
  }
  if (count > 0) row.cpu_khz = sum / count;
}

void CpuLoad::read(LoadRow& row, std::int64_t mono_ns) {
  read_use(row, mono_ns);
  read_clocks(row);
}

}  // namespace wattline::platform
