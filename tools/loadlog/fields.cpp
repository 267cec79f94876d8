// SPDX-License-Identifier: Apache-2.0
#include "loadlog/fields.hpp"

#include <cmath>
#include <cstdio>

namespace wattline::loadlog {

namespace {

// "12.5,-,3.0": a core that is off has no number.
void format_list(const std::vector<double>& values, int decimals, std::string& list) {
  list.clear();
  char text[32];
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) list += ',';
    if (std::isfinite(values[i])) {
      std::snprintf(text, sizeof text, "%.*f", decimals, values[i]);
      list += text;
    } else {
      list += '-';
    }
  }
  if (list.empty()) list = "NA";
}

std::optional<std::int64_t> no_integer() {
  return std::nullopt;
}

}  // namespace

const std::vector<Field>& fields() {
  using Row = platform::LoadRow;
  static const std::vector<Field> list{{"cpu_pct", &Row::cpu_pct},
                                       {"cpu_khz", &Row::cpu_khz},
                                       {"cpus_online", &Row::cpus_online},
                                       {"gpu_pct", &Row::gpu_pct},
                                       {"gpu_hz", &Row::gpu_hz},
                                       {"emc_pct", &Row::emc_pct},
                                       {"emc_hz", &Row::emc_hz},
                                       {"ram_used_b", &Row::ram_used_b},
                                       {"ram_total_b", &Row::ram_total_b},
                                       {"swap_used_b", &Row::swap_used_b},
                                       {"temp_max_c", &Row::temp_max_c},
                                       {"fan_pct", &Row::fan_pct},
                                       {"fan_rpm", &Row::fan_rpm},
                                       {"oc_events", &Row::oc_events},
                                       {"uv_events", &Row::uv_events},
                                       {"psi_cpu_pct", &Row::psi_cpu_pct},
                                       {"psi_mem_pct", &Row::psi_mem_pct},
                                       {"psi_mem_full_pct", &Row::psi_mem_full_pct},
                                       {"psi_io_pct", &Row::psi_io_pct},
                                       {"psi_io_full_pct", &Row::psi_io_full_pct},
                                       {"read_per_s", &Row::read_per_s},
                                       {"write_per_s", &Row::write_per_s},
                                       {"read_b_per_s", &Row::read_b_per_s},
                                       {"write_b_per_s", &Row::write_b_per_s},
                                       {"read_await_ms", &Row::read_await_ms},
                                       {"write_await_ms", &Row::write_await_ms},
                                       {"queue", &Row::queue},
                                       {"util_pct", &Row::util_pct},
                                       {"proc_read_b", &Row::proc_read_b}};
  return list;
}

void RowWriter::write(const platform::LoadRow& row, const char* source, io::TsvWriter& rows) {
  for (const Field& field : fields()) rows.number(row.*field.value);
  rows.text(row.zone_temps.empty() ? std::string_view("NA") : std::string_view(row.zone_temps));
  format_list(row.core_pct, 1, list_);
  rows.text(list_);
  format_list(row.core_khz, 0, list_);
  rows.text(list_).text(source);
  rows.end_row();
}

Summary::Summary() : running_(fields().size()) {}

void Summary::add(const platform::LoadRow& row) {
  for (std::size_t i = 0; i < running_.size(); ++i) {
    const double value = row.*fields()[i].value;
    if (std::isfinite(value)) running_[i].add(value);
  }
}

void Summary::write(const platform::ClockTimes& shares, long long missed, const char* source,
                    io::TsvWriter& rows) const {
  for (std::size_t i = 0; i < running_.size(); ++i) {
    const Running& values = running_[i];
    rows.text(fields()[i].column).integer(no_integer()).integer(values.count());
    rows.number(values.min()).number(values.mean()).number(values.max()).missing().integer(missed).text(source);
    rows.end_row();
  }
  for (const auto& [knob, clocks] : shares) {
    for (const auto& [hz, share_pct] : clocks) {
      rows.text(knob).integer(hz).integer(no_integer());
      rows.missing().missing().missing().number(share_pct).integer(missed).text(source);
      rows.end_row();
    }
  }
}

}  // namespace wattline::loadlog
