// SPDX-License-Identifier: Apache-2.0
#include "powerlog/prometheus_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "io/caller.hpp"
#include "io/decimal.hpp"
#include "io/lock.hpp"
#include "io/regular_file.hpp"
#include "io/replace_file.hpp"

namespace wattline::powerlog {

namespace {

constexpr std::int64_t kPeriodNs = 950'000'000;  // a second, less what a tick may come early

constexpr const char* kTaken = ": another powerlog writes this file";

struct Metric {
  const char* name;
  const char* type;
  const char* help;
  int decimals;
};
constexpr Metric kEnergy{"wattline_rail_energy_joules_total", "counter", "Energy of the rail since powerlog began.", 6};
constexpr Metric kTime{"wattline_rail_measured_seconds_total", "counter", "Time for which this energy is known.", 6};
constexpr Metric kPower{"wattline_rail_power_watts", "gauge", "Last reading of the power.", 4};

// A label's value: backslash, quote and line feed are escaped, and the text is UTF-8.
std::string in_quotes(std::string_view value) {
  std::string text = "\"";
  for (const char c : valid_utf8(value)) {
    if (c == '"' || c == '\\' || c == '\n') text += '\\';
    text += c == '\n' ? 'n' : c;
  }
  return text + '"';
}

std::string labels_of(const Series& series, const char* source) {
  return std::string("{rail=") + in_quotes(series.name) + ",scope=" + in_quotes(to_string(series.scope)) +
         ",source=" + in_quotes(source) + "} ";
}

void append_heading(std::string& text, const Metric& metric) {
  text += std::string("# HELP ") + metric.name + " " + metric.help + "\n";
  text += std::string("# TYPE ") + metric.name + " " + metric.type + "\n";
}

void append_sample(std::string& text, const Metric& metric, const std::string& labels, double value) {
  text += metric.name + labels;
  io::append_number(text, value, metric.decimals);
  text += '\n';
}

}  // namespace

PrometheusFile::PrometheusFile(cli::Context& context, const std::string& path, Meter& meter)
    : context_(context), path_(path), meter_(meter), energy_j_(meter.series().size()) {
  if (path_.empty()) return;
  const auto status = io::file_status(path_);
  if (status && !S_ISREG(status->st_mode)) {
    throw usage_error("--prometheus " + path_ + ": is no regular file", "name a file that can be replaced");
  }
  io::check_replaceable(path_);
  if (lock(io::kLockWaitMs)) return;
  throw Error(ExitCode::try_later, "--prometheus " + path_ + kTaken, "name another file");
}

// The lock is that of the file of this moment, which the next one replaces.
bool PrometheusFile::lock(int limit_ms) {
  const io::AsCaller rights;
  locked_ = io::Fd(::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  return !locked_ || io::lock_within(locked_.get(), limit_ms) || errno != EWOULDBLOCK;
}

void PrometheusFile::tick(std::int64_t now_ns) {
  if (path_.empty() || now_ns < due_ns_) return;
  due_ns_ = now_ns + kPeriodNs;
  replace(Powers::shown);
}

void PrometheusFile::finish() {
  if (!path_.empty()) replace(Powers::left_out);
}

void PrometheusFile::replace(Powers powers) {
  if (!lock(0)) {
    context_.warn(path_ + kTaken);
    path_.clear();
    return;
  }
  try {
    const std::string metrics = text(powers);
    io::replace_file(
        path_, [&](io::Output& file) { file.write(metrics); }, io::Durability::unsynced);
    lock(0);
  } catch (const Error& error) {
    context_.warn_once(path_, error.what());
  }
}

// The power of a rail may be below zero for a while, for example where a reading of 0 A is off by an offset; its
// counter then stays where it is.
std::string PrometheusFile::text(Powers powers) {
  std::string energies, times, gauges;
  append_heading(energies, kEnergy);
  append_heading(times, kTime);
  append_heading(gauges, kPower);
  const std::vector<Series>& all = meter_.series();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Series& series = all[i];
    if (!series.printed) continue;
    const std::string labels = labels_of(series, context_.root.source());
    energy_j_[i] = std::max(energy_j_[i], series.energy.energy_j());
    append_sample(energies, kEnergy, labels, energy_j_[i]);
    append_sample(times, kTime, labels, series.energy.duration_s());
    if (series.reading.power_w) append_sample(gauges, kPower, labels, *series.reading.power_w);
  }
  return energies + times + (powers == Powers::shown ? gauges : "");
}

}  // namespace wattline::powerlog
