// SPDX-License-Identifier: Apache-2.0
#include "platform/load/clock_times.hpp"

#include <optional>
#include <utility>

#include "base/counter.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/mode/gpu.hpp"

namespace wattline::platform {

namespace {

constexpr std::int64_t kHzPerKhz = 1000;
constexpr double kTick_s = 0.01, kMs_s = 1e-3;
constexpr double kSlack_s = 1;  // files are read one after the other, on a busy machine

// Lines "1190400 4711" (kHz, 10 ms).
std::map<std::int64_t, double> cpu_times(const std::string& text) {
  std::map<std::int64_t, double> times;
  for (const std::string_view line : split(text, '\n')) {
    const auto words = split_blanks(line);
    if (words.size() != 2) continue;
    const auto khz = to_int64(words[0]);
    const auto time = to_double(words[1]);
    if (khz && time) times[*khz * kHzPerKhz] = *time * kTick_s;
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
    if (hz && time) times[*hz] = *time * kMs_s;
  }
  return times;
}

using Times = std::map<std::int64_t, double>;

// What each clock ran; empty if the counters were begun again, as those of CPU cores are that were switched off.
std::optional<Times> ran_since(const Times& before, const Times& after, double elapsed_s) {
  Times ran;
  double total_s = 0;
  for (const auto& [hz, time_s] : after) {
    const auto was = before.find(hz);
    const auto grown_s = growth(was == before.end() ? 0.0 : was->second, time_s);
    if (!grown_s) return std::nullopt;
    if (*grown_s > 0) ran[hz] = *grown_s;
    total_s += *grown_s;
  }
  if (total_s > elapsed_s + kSlack_s) return std::nullopt;
  for (auto& share : ran) share.second *= 100 / total_s;
  return ran;
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

ClockShares clock_shares(const ClockTimes& before, const ClockTimes& after, double elapsed_s) {
  ClockShares found;
  for (const auto& [knob, clocks] : after) {
    const auto earlier = before.find(knob);
    if (earlier == before.end()) continue;
    if (auto shares = ran_since(earlier->second, clocks, elapsed_s))
      found.shares[knob] = std::move(*shares);
    else
      found.broken.push_back(knob);
  }
  return found;
}

}  // namespace wattline::platform
