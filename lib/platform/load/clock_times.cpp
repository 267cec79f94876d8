// SPDX-License-Identifier: Apache-2.0
#include "platform/load/clock_times.hpp"

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/mode/gpu.hpp"

namespace wattline::platform {

namespace {

constexpr std::int64_t kHzPerKhz = 1000;

// Lines "1190400 4711" (kHz, 10 ms).
std::map<std::int64_t, double> cpu_times(const std::string& text) {
  std::map<std::int64_t, double> times;
  for (const std::string_view line : split(text, '\n')) {
    const auto words = split_blanks(line);
    if (words.size() != 2) continue;
    const auto khz = to_int64(words[0]);
    const auto time = to_double(words[1]);
    if (khz && time) times[*khz * kHzPerKhz] = *time;
  }
  return times;
}

// A matrix of transitions: "*  306000000:  0  2  1  4711", with the time in ms last.
std::map<std::int64_t, double> devfreq_times(const std::string& text) {
  std::map<std::int64_t, double> times;
  for (const std::string_view line : split(text, '\n')) {
    auto words = split_blanks(line);
    if (!words.empty() && words.front() == "*") words.erase(words.begin());
    if (words.size() < 2) continue;
    std::string_view name = words.front();
    if (!name.empty() && name.front() == '*') name.remove_prefix(1);
    if (name.empty() || name.back() != ':') continue;
    name.remove_suffix(1);
    const auto hz = to_int64(name);
    const auto time = to_double(words.back());
    if (hz && time) times[*hz] = *time;
  }
  return times;
}

}  // namespace

ClockTimes read_clock_times(const io::Root& root, const Cpus& cpus) {
  ClockTimes times;
  for (const CpuPolicy& policy : cpus.policies) {
    const auto text = io::read_text(root.path(policy.file("stats/time_in_state")));
    if (text) times["cpu." + policy.name] = cpu_times(*text);
  }
  if (const auto gpu = find_gpu(root)) {
    const auto text = io::read_text(root.path(gpu->file("trans_stat")));
    if (text) times["gpu"] = devfreq_times(*text);
  }
  return times;
}

ClockTimes clock_shares(const ClockTimes& before, const ClockTimes& after) {
  ClockTimes shares;
  for (const auto& [knob, clocks] : after) {
    const auto earlier = before.find(knob);
    if (earlier == before.end()) continue;
    double total = 0;
    for (const auto& [hz, time] : clocks) {
      const auto was = earlier->second.find(hz);
      const double ran = time - (was == earlier->second.end() ? 0 : was->second);
      if (ran > 0) shares[knob][hz] = ran;
      total += ran > 0 ? ran : 0;
    }
    for (auto& share : shares[knob]) share.second *= 100 / total;
  }
  return shares;
}

}  // namespace wattline::platform
