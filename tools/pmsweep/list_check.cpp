// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/list_check.hpp"

#include <algorithm>
#include <string_view>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::pmsweep {

namespace {

struct Clock {
  const char *stem, *usual_unit;
};
constexpr Clock kClocks[] = {{"cpu", "_khz"}, {"gpu", "_hz"}, {"emc", "_hz"}};
constexpr std::string_view kEndings[] = {"", "_clock", "_freq", "_hz", "_khz", "_mhz", "_ghz"};

// "cpu", "CPU_MHz": not found as a clock, and probably meant as one.
bool looks_like(const std::string& name, const Clock& clock) {
  if (is_knob_column(name)) return false;
  const std::string_view stem = clock.stem;
  const std::string text = to_lower(name);
  if (text.compare(0, stem.size(), stem) != 0) return false;
  const std::string_view ending = std::string_view(text).substr(stem.size());
  return std::find(std::begin(kEndings), std::end(kEndings), ending) != std::end(kEndings);
}

std::string doubt_about(const std::string& name, const Clock& clock) {
  const std::string stem = clock.stem;
  return "column " + name + " is not a clock and is only copied: write " + stem + clock.usual_unit + " or " + stem +
         "_mhz if it is one";
}

bool is_of_modes(std::string_view part) {
  const std::string name(trim(part));
  return name == "mode" || is_knob_column(name) ||
         std::any_of(std::begin(kClocks), std::end(kClocks), [&](const Clock& clock) { return name == clock.stem; });
}

}  // namespace

bool is_knob_column(const std::string& name) {
  return name == "cores" || std::any_of(std::begin(kClocks), std::end(kClocks), [&](const Clock& clock) {
           return io::find_clock(std::vector<std::string>{name}, clock.stem).has_value();
         });
}

std::vector<std::string> doubtful_clocks(const ListColumns& list, const UsesColumn& uses) {
  std::vector<std::string> doubts;
  for (const Clock& clock : kClocks) {
    if (io::find_clock(list.all, clock.stem)) continue;
    for (const std::string& name : list.carried) {
      if (looks_like(name, clock) && !uses(name)) doubts.push_back(list.file + ": " + doubt_about(name, clock));
    }
  }
  return doubts;
}

std::vector<std::string> doubts_about(const ListColumns& list, const UsesColumn& uses) {
  std::vector<std::string> doubts = doubtful_clocks(list, uses);
  if (list.sets_modes || std::any_of(list.carried.begin(), list.carried.end(), uses)) return doubts;
  doubts.push_back(list.file +
                   ": no column of a mode, and none that the command uses: every run is in the current mode");
  return doubts;
}

void require_tabs(const std::string& file, const std::vector<std::string>& names) {
  if (names.size() != 1) return;
  for (const char separator : {',', ';'}) {
    const auto parts = split(names[0], separator);
    if (parts.size() < 2 || std::none_of(parts.begin(), parts.end(), is_of_modes)) continue;
    throw data_error(file + ": line 1: the columns are separated by '" + std::string(1, separator) + "'",
                     "separate them by TAB");
  }
}

}  // namespace wattline::pmsweep
