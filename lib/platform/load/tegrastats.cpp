// SPDX-License-Identifier: Apache-2.0
#include "platform/load/tegrastats.hpp"

#include <cstdio>
#include <utility>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "platform/board/thermal.hpp"
#include "platform/load/logged_line.hpp"
#include "platform/load/tegrastats_prefix.hpp"
#include "platform/load/tegrastats_rails.hpp"

namespace wattline::platform {

namespace {

constexpr double kMib = 1024.0 * 1024.0, kMhz = 1e6;

// The number in front of a text such as "45.5C" or "12%@1300"; NaN when there is none.
double leading_number(std::string_view text) {
  return to_double(text.substr(0, text.find_first_not_of("0123456789.-"))).value_or(NAN);
}

// "cpu@..." of r28 has one clock for all cores behind the list: "[12%,0%,off]@408".
struct CoreList {
  std::string_view cores, clock;
};

CoreList core_list(std::string_view text) {
  const std::size_t end = text.find(']');
  if (end == std::string_view::npos) return {text.substr(1), ""};
  const bool has_clock = end + 1 < text.size() && text[end + 1] == '@';
  return {text.substr(1, end - 1), has_clock ? text.substr(end + 2) : ""};
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
void add_cores(std::string_view text, LoadRow& row) {
  double pct = 0, khz = 0, online = 0;
  const CoreList list = core_list(text);
  for (const std::string_view core : split(list.cores, ',')) {
    const bool off = core == "off";
    const std::size_t at = core.find('@');
    const std::string_view clock = at == std::string_view::npos ? list.clock : core.substr(at + 1);
    row.core_pct.push_back(off ? NAN : leading_number(core));
    row.core_khz.push_back(off || clock.empty() ? NAN : leading_number(clock) * 1e3);
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

void read_token(std::string_view name, std::string_view value, LoadRow& row) {
  if (name == "RAM") {
    read_memory(value, row.ram_used_b, &row.ram_total_b);
  } else if (name == "SWAP") {
    read_memory(value, row.swap_used_b, nullptr);
  } else if ((name == "CPU" || name == "cpu") && value.size() > 2 && value.front() == '[') {
    add_cores(value, row);
  } else if (name == "EMC_FREQ" || name == "EMC") {
    read_engine(value, row.emc_pct, row.emc_hz);
  } else if (name == "GR3D_FREQ" || name == "GR3D") {
    read_engine(value, row.gpu_pct, row.gpu_hz);
  }
}

// The begin of a line as tegrastats wrote it, without what was written in front.
bool begins_body(const std::vector<std::string_view>& words, std::size_t i) {
  if (i + 1 >= words.size()) return false;
  if (words[i] == "RAM") return words[i + 1].find('/') != std::string_view::npos;
  return (words[i] == "CPU" || words[i] == "cpu") && words[i + 1].front() == '[';
}

// Of a torn line and the next one, nobody knows what belongs to which.
bool holds_another(const std::vector<std::string_view>& words, std::size_t body) {
  for (std::size_t i = body + 1; i < words.size(); ++i) {
    if (words[i] == "RAM" && begins_body(words, i)) return true;
  }
  return false;
}

}  // namespace

std::optional<TegrastatsLine> parse_tegrastats(std::string_view text) {
  const std::string plain = logged_line(text);
  const auto words = split_blanks(plain);
  std::size_t body = 0;
  while (body < words.size() && !begins_body(words, body)) ++body;
  if (body == words.size() || holds_another(words, body)) return std::nullopt;
  TegrastatsLine line;
  line.time = read_prefix({words.begin(), words.begin() + static_cast<std::ptrdiff_t>(body)});
  for (std::size_t i = body; i < words.size(); ++i) {
    if (!add_temperature(words[i], line.load) && i + 1 < words.size()) read_token(words[i], words[i + 1], line.load);
  }
  line.rails = read_rails({words.begin() + static_cast<std::ptrdiff_t>(body), words.end()}, line.not_understood);
  return line;
}

bool TegrastatsReader::next(TegrastatsLine& line) {
  std::string_view text;
  while (lines_.next(text)) {
    auto stats = parse_tegrastats(text);
    if (stats) {
      line = std::move(*stats);
      return found_ = true;
    }
    if (first_other_.empty()) first_other_ = text.substr(0, 1000);
    ++(names_power(logged_line(text)) ? other_power_ : other_);
  }
  return false;
}

void TegrastatsReader::require_found() const {
  if (!found_) throw data_error(lines_.name() + ": no line of tegrastats in it");
}

}  // namespace wattline::platform
