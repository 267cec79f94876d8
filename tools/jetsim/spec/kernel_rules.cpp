// SPDX-License-Identifier: Apache-2.0
#include "jetsim/spec/kernel_rules.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <limits>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::jetsim {

namespace {

// generation, requests, opps, busy, strict, "true", empty read, min capped by max
const KernelRules kGenerations[] = {
    {"4.9", false, false, false, false, false, true, false}, {"5.10", true, false, false, false, false, true, false},
    {"5.15", true, false, false, false, true, true, false},  {"6.1", true, true, true, false, true, true, false},
    {"6.8", true, true, true, false, true, false, false},    {"6.12", true, true, true, true, true, false, true},
};

// kstrtouint() with base 0: all of the text, and it must fit.
std::optional<std::int64_t> strict_number(const std::string& word) {
  char* end = nullptr;
  const unsigned long value = std::strtoul(word.c_str(), &end, 0);
  if (*end != '\0' || value > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

}  // namespace

const KernelRules& kernel_rules(const std::string& generation) {
  std::vector<std::string> known;
  for (const KernelRules& rules : kGenerations) {
    if (rules.generation == generation) return rules;
    known.push_back(rules.generation);
  }
  throw usage_error("--kernel " + generation + ": not known", "one of: " + join(known, ", "));
}

std::optional<std::int64_t> parse_unsigned(std::string_view text, bool strict) {
  const std::string word(trim(text));
  if (word.empty() || std::isdigit(static_cast<unsigned char>(word[0])) == 0) return std::nullopt;
  if (strict) return strict_number(word);
  return static_cast<std::int64_t>(std::strtoul(word.c_str(), nullptr, 10));
}

// kstrtobool(): the first letter decides, of "on" and "off" the second.
std::optional<bool> parse_switch(std::string_view text, bool accepts_true) {
  if (text.empty()) return std::nullopt;
  const auto lower = [&](std::size_t i) { return i < text.size() ? std::tolower(text[i]) : 0; };
  switch (lower(0)) {
    case '1':
    case 'y':
      return true;
    case '0':
    case 'n':
      return false;
    case 't':
    case 'f':
      return accepts_true ? std::optional<bool>(lower(0) == 't') : std::nullopt;
    case 'o':
      break;
    default:
      return std::nullopt;
  }
  if (lower(1) == 'n') return true;
  return lower(1) == 'f' ? std::optional<bool>(false) : std::nullopt;
}

std::int64_t floor_entry(const std::vector<std::int64_t>& table, std::int64_t value) {
  const auto above = std::upper_bound(table.begin(), table.end(), value);
  return above == table.begin() ? table.front() : *(above - 1);
}

std::int64_t ceil_entry(const std::vector<std::int64_t>& table, std::int64_t value) {
  const auto entry = std::lower_bound(table.begin(), table.end(), value);
  return entry == table.end() ? table.back() : *entry;
}

}  // namespace wattline::jetsim
