// SPDX-License-Identifier: Apache-2.0
#include "powerlog/alumet_metric.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace wattline::powerlog {

namespace {

constexpr std::array<std::pair<char, AlumetQuantity>, 4> kUnits{{{'W', AlumetQuantity::power},
                                                                 {'V', AlumetQuantity::voltage},
                                                                 {'A', AlumetQuantity::current},
                                                                 {'J', AlumetQuantity::energy}}};
// Alumet writes micro as the sign or, in names of its own (UCUM), as u.
constexpr std::array<std::pair<const char*, double>, 6> kPrefixes{
    {{"", 1}, {"m", 1e-3}, {"u", 1e-6}, {"\u00b5", 1e-6}, {"\u03bc", 1e-6}, {"k", 1e3}}};

}  // namespace

AlumetMetric parse_alumet_metric(const std::string& name) {
  const std::size_t mark = name.rfind('_');
  if (mark == std::string::npos || mark + 1 == name.size()) return {name};
  const std::string prefix = name.substr(mark + 1, name.size() - mark - 2);
  for (const auto& [letter, quantity] : kUnits) {
    if (name.back() != letter) continue;
    const auto found = std::find_if(kPrefixes.begin(), kPrefixes.end(),
                                    [&prefix](const auto& known) { return known.first == prefix; });
    if (found != kPrefixes.end()) return {name.substr(0, mark), quantity, found->second};
  }
  return {name};
}

}  // namespace wattline::powerlog
