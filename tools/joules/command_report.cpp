// SPDX-License-Identifier: Apache-2.0
#include "joules/command_report.hpp"

#include <fmt/format.h>

#include <cmath>

namespace wattline::joules {

namespace {

// A word and what it says.
std::string line(const char* name, const std::string& text) {
  return fmt::format("{:<9} {}\n", name, text);
}

// Four digits are more than any sensor here is good for.
std::string digits(double value) {
  constexpr int kDigits = 4;
  const double size = std::fabs(value);
  const int whole = size < 10 ? 1 : static_cast<int>(std::log10(size)) + 1;
  return fmt::format("{:.{}f}", value, std::max(0, kDigits - whole));
}

std::string with_bound(double value, double bound, const char* unit) {
  return digits(value) + " " + unit + " +- " + digits(bound);
}

std::string joules_of(const EnergyResult& energy, double runs) {
  return with_bound(*energy.energy_j / runs, energy.error_j.value_or(0) / runs, "J");
}

// "; sd 0.02, 1.20 to 1.27 in 5 runs"
std::string spread(const Running& values) {
  if (values.count() < 2) return "";
  return fmt::format("; sd {}, {} to {} in {} runs", digits(*values.sd()), digits(*values.min()), digits(*values.max()),
                     values.count());
}

const char* per_run(std::size_t runs) {
  return runs > 1 ? " per run" : "";
}

std::string spread_of_runs(const CommandEnergy& energy) {
  Running each;
  for (const EnergyResult& run : energy.runs) {
    if (!run.energy_j) return "; single runs are shorter than the sensor resolves";
    each.add(*run.energy_j);
  }
  return spread(each);
}

std::string net_line(const CommandEnergy& energy, std::size_t runs) {
  if (!energy.idle || !energy.idle->mean_power_w) return "";
  const auto n = static_cast<double>(runs);
  const double length_s = energy.total.length_s / n, idle_w = *energy.idle->mean_power_w;
  const double net_j = *energy.total.energy_j / n - idle_w * length_s;
  const double idle_error_w = energy.idle->error_j.value_or(0) / energy.idle->length_s;
  const double error_j = energy.total.error_j.value_or(0) / n + idle_error_w * length_s;
  return line("net", with_bound(net_j, error_j, "J") + per_run(runs) + " above " + digits(idle_w) + " W idle");
}

std::string energy_lines(const CommandEnergy& energy, std::size_t runs) {
  const EnergyResult& total = energy.total;
  if (!total.energy_j) {
    return line("energy", "NA (" + energy.rail + "): " +
                              (total.too_short ? "shorter than the sensor resolves; --runs repeats the command"
                                               : "the power readings do not cover it"));
  }
  const std::string several = runs > 1 ? spread_of_runs(energy) : "";
  std::string text =
      line("energy", joules_of(total, static_cast<double>(runs)) + per_run(runs) + " (" + energy.rail + ")" + several);
  text += net_line(energy, runs);
  return text + line("power", digits(*total.mean_power_w) + " W mean" +
                                  (energy.peak_power_w ? ", " + digits(*energy.peak_power_w) + " W peak" : ""));
}

std::string rail_line(const CommandEnergy& energy, std::size_t runs) {
  const std::string what = !energy.total.energy_j ? "NA"
                                                  : joules_of(energy.total, static_cast<double>(runs)) + ", " +
                                                        digits(*energy.total.mean_power_w) + " W";
  return line("rail", energy.rail + " " + what);
}

struct Times {
  Running wall_s, user_s, system_s;
};

Times times_of(const CommandRuns& runs) {
  Times times;
  for (const CommandRun& run : runs.runs) {
    if (run.phase != RunPhase::run) continue;
    times.wall_s.add(run.end_s - run.start_s);
    times.user_s.add(run.user_s);
    times.system_s.add(run.system_s);
  }
  return times;
}

std::string percent(const Running& values) {
  return values.count() > 0 ? fmt::format("{:.0f} %", *values.mean()) : "NA";
}

std::string use_lines(const BoardUse& use) {
  const Running& events = use.over_current_events;
  const std::string throttled =
      events.count() > 0 ? fmt::format("{:.0f} over-current events", *events.max() - *events.min()) : "NA";
  return line("use", "CPU " + percent(use.cpu_pct) + ", GPU " + percent(use.gpu_pct)) + line("throttle", throttled) +
         line("mode", use.mode.empty() ? "NA" : use.mode);
}

// Of all counted runs.
CountedSteps steps_of(const CommandRuns& runs) {
  CountedSteps all;
  for (const CommandRun& run : runs.runs) {
    if (run.phase != RunPhase::run || !run.counted) continue;
    all.end_s += run.counted->end_s - run.counted->start_s;
    all.steps += run.counted->steps;
    all.error += run.counted->error;
  }
  return all;
}

// Energy and time of a step, with what the number of steps and the sensor leave open.
std::string step_lines(const CommandReport& report) {
  const CountedSteps counted = steps_of(report.runs);
  if (counted.steps <= 0) return "";
  const double ms = counted.end_s * 1e3 / counted.steps, part = counted.error / counted.steps;
  std::string text =
      line("steps", fmt::format("{:.0f} +- {:.0f} in {} s", counted.steps, counted.error, digits(counted.end_s)));
  std::string each = with_bound(ms, ms * part, "ms");
  for (std::size_t i = 0; i < report.asked && i < report.energies.size(); ++i) {
    const EnergyResult& energy = report.energies[i].steps;
    if (!energy.energy_j) continue;
    const double joules = *energy.energy_j / counted.steps;
    each += ", " + with_bound(joules, joules * part + energy.error_j.value_or(0) / counted.steps, "J") + " (" +
            report.energies[i].rail + ")";
  }
  return text + line("per step", each);
}

}  // namespace

std::string to_text(const CommandReport& report) {
  const Times times = times_of(report.runs);
  const auto runs = static_cast<std::size_t>(times.wall_s.count());
  if (runs == 0) return "";
  std::string text;
  for (std::size_t i = 0; i < report.energies.size(); ++i) {
    text += i < report.asked ? energy_lines(report.energies[i], runs) : rail_line(report.energies[i], runs);
  }
  text += line("time", fmt::format("{} s{}, {} s user, {} s system{}", digits(*times.wall_s.mean()), per_run(runs),
                                   digits(*times.user_s.mean()), digits(*times.system_s.mean()), spread(times.wall_s)));
  text += step_lines(report);
  return text + (report.use ? use_lines(*report.use) : "");
}

}  // namespace wattline::joules
