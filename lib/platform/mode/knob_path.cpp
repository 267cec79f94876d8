// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/knob_path.hpp"

#include <climits>

#include "base/parse.hpp"

namespace wattline::platform {

namespace {

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// The core number in ".../cpu/cpu4/online", ".../cpu4/cpufreq/..." or ".../cpufreq/policy4/...".
std::optional<int> core_in(const std::string& path) {
  for (const std::string& part : {std::string("/cpu/cpu"), std::string("/cpufreq/policy")}) {
    const std::size_t start = path.find(part);
    if (start == std::string::npos) continue;
    const std::size_t digits = start + part.size();
    const auto number = to_int64(std::string_view(path).substr(digits, path.find('/', digits) - digits));
    if (number && *number >= 0 && *number <= INT_MAX) return static_cast<int>(*number);
  }
  return std::nullopt;
}

bool is_gpu_clock(const std::string& path) {
  if (!contains(path, "/devfreq")) return false;
  for (const char* part : {"gpu", "gp10b", "gv11b", "ga10b", "gb10b"}) {
    if (contains(path, part)) return true;
  }
  return false;
}

}  // namespace

KnobPath knob_path(const std::string& path) {
  KnobPath knob;
  knob.core = core_in(path);
  knob.online = knob.core && ends_with(path, "/online");
  if (knob.core && !knob.online && !contains(path, "_freq")) knob.core.reset();
  knob.gpu_clock = is_gpu_clock(path);
  knob.emc_cap = ends_with(path, "/emc_iso_cap") || ends_with(path, "nvpmodel_clk_cap/emc");
  knob.mask = ends_with(path, "_pg_mask");
  return knob;
}

}  // namespace wattline::platform
