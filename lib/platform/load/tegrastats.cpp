// SPDX-License-Identifier: Apache-2.0
#include "platform/load/tegrastats.hpp"

#include <cstdio>
#include <utility>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/timestamp.hpp"
#include "platform/board/thermal.hpp"

namespace wattline::platform {

namespace {

constexpr double kMib = 1024.0 * 1024.0, kMhz = 1e6, kMilliwatt = 1e-3;

// The number in front of a text such as "45.5C" or "12%@1300"; NaN when there is none.
double leading_number(std::string_view text) {
  return to_double(text.substr(0, text.find_first_not_of("0123456789.-"))).value_or(NAN);
}

bool is_number_with(std::string_view text, std::string_view unit) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  if (digits == 0 || text.empty()) return false;
  return digits == std::string_view::npos || text.substr(digits) == unit;
}

// "1234/1230" (r32), "1234mW/1230mW" (r34 on), "1mW/2mW/3mW" (r39): the first is the present value.
bool is_power(std::string_view text) {
  const auto parts = split(text, '/');
  if (parts.size() != 2 && parts.size() != 3) return false;
  for (const std::string_view part : parts) {
    if (!is_number_with(part, "mW")) return false;
  }
  return true;
}

// "CPU-therm@45.5C", "cpu@52.9C/52.9C".
bool add_temperature(std::string_view token, LoadRow& row) {
  const std::size_t at = token.find('@');
  if (at == std::string_view::npos || at == 0 || token.back() != 'C') return false;
  const double celsius = leading_number(token.substr(at + 1));
  if (!std::isfinite(celsius)) return false;
  char text[32];
  std::snprintf(text, sizeof text, "=%.1f", celsius);
  constexpr double kOff = -100;  // zones that are off say -256
  if (celsius < kOff) return true;
  if (!row.zone_temps.empty()) row.zone_temps += ',';
  row.zone_temps.append(token.substr(0, at)).append(text);
  if (!tells_no_temperature(token.substr(0, at))) row.temp_max_c = std::fmax(row.temp_max_c, celsius);
  return true;
}

// "[12%@1190,0%@1190,off]"
void add_cores(std::string_view list, LoadRow& row) {
  double pct = 0, khz = 0, online = 0;
  for (const std::string_view core : split(list.substr(1, list.size() - 2), ',')) {
    const bool off = core == "off";
    const std::size_t at = core.find('@');
    row.core_pct.push_back(off ? NAN : leading_number(core));
    row.core_khz.push_back(off || at == std::string_view::npos ? NAN : leading_number(core.substr(at + 1)) * 1e3);
    if (off) continue;
    pct += row.core_pct.back();
    khz += row.core_khz.back();
    online += 1;
  }
  row.cpus_online = online;
  row.cpu_pct = pct / online;
  row.cpu_khz = khz / online;
}

// "12%@1300", "12%", "12%@[1300,1300]", "@[1300,1300]": use and clock.
void read_engine(std::string_view text, double& pct, double& hz) {
  if (text.find('%') != std::string_view::npos) pct = leading_number(text);
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos) return;
  std::string_view clock = text.substr(at + 1);
  if (!clock.empty() && clock.front() == '[') clock.remove_prefix(1);
  hz = leading_number(clock) * kMhz;
}

// "1234/7861MB"
void read_memory(std::string_view text, double& used, double* total) {
  used = leading_number(text) * kMib;
  const std::size_t slash = text.find('/');
  if (total != nullptr && slash != std::string_view::npos) *total = leading_number(text.substr(slash + 1)) * kMib;
}

void read_token(std::string_view name, std::string_view value, TegrastatsLine& line) {
  LoadRow& row = line.load;
  if (name == "RAM") {
    read_memory(value, row.ram_used_b, &row.ram_total_b);
  } else if (name == "SWAP") {
    read_memory(value, row.swap_used_b, nullptr);
  } else if (name == "CPU" && value.size() > 2 && value.front() == '[') {
    add_cores(value, row);
  } else if (name == "EMC_FREQ") {
    read_engine(value, row.emc_pct, row.emc_hz);
  } else if (name == "GR3D_FREQ" || name == "GR3D") {
    read_engine(value, row.gpu_pct, row.gpu_hz);
  } else if (is_power(value)) {
    line.rails.push_back({std::string(name), leading_number(value) * kMilliwatt});
  }
}

}  // namespace

std::optional<TegrastatsLine> parse_tegrastats(std::string_view text) {
  TegrastatsLine line;
  const auto words = split_blanks(text);
  if (words.size() < 3) return std::nullopt;
  if (words[0].size() == 10 && words[0][2] == '-') {
    line.time_s = parse_timestamp(std::string(words[0]) + " " + std::string(words[1]));
  }
  bool any = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (add_temperature(words[i], line.load)) {
      any = true;
    } else if (i + 1 < words.size()) {
      any = any || words[i] == "RAM" || words[i] == "CPU";
      read_token(words[i], words[i + 1], line);
    }
  }
  if (!any && line.rails.empty()) return std::nullopt;
  return line;
}

bool TegrastatsReader::next(TegrastatsLine& line) {
  std::string_view text;
  while (lines_.next(text)) {
    auto stats = parse_tegrastats(text);
    if (!stats) continue;
    line = std::move(*stats);
    return found_ = true;
  }
  if (!found_) throw data_error(lines_.name() + ": no line of tegrastats in it");
  return false;
}

}  // namespace wattline::platform
