// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/finding.hpp"

#include <cmath>
#include <utility>

#include "base/enum_name.hpp"
#include "io/decimal.hpp"

namespace wattline::wattcheck {

namespace {

std::string text_of(const PrintedQuantity& quantity, double value) {
  if (!std::isfinite(value)) return "";
  std::string text;
  io::append_number(text, value, quantity.decimals);
  return text;
}

Finding compared(const PrintedQuantity& quantity, const char* relation, double limit, bool limited, bool holds,
                 std::string where) {
  Finding finding;
  finding.verdict = std::isfinite(quantity.value) && (holds || !limited) ? Verdict::pass : Verdict::fail;
  finding.value = text_of(quantity, quantity.value);
  if (limited) finding.limit = relation + text_of(quantity, limit);
  finding.unit = quantity.unit;
  finding.where = std::move(where);
  return finding;
}

}  // namespace

const char* to_string(Verdict verdict) {
  return enum_name(verdict, {"pass", "fail", "unknown"});
}

Finding at_most(const PrintedQuantity& quantity, double limit, std::string where) {
  return compared(quantity, "<= ", limit, std::isfinite(limit), quantity.value <= limit, std::move(where));
}

Finding at_least(const PrintedQuantity& quantity, double limit, std::string where) {
  return compared(quantity, ">= ", limit, limit > 0, quantity.value >= limit, std::move(where));
}

Finding pass(std::string value, std::string where) {
  return {Verdict::pass, std::move(value), {}, {}, std::move(where)};
}

Finding fail(std::string value, std::string where) {
  return {Verdict::fail, std::move(value), {}, {}, std::move(where)};
}

Finding unknown(std::string missing) {
  return {Verdict::unknown, {}, {}, {}, std::move(missing)};
}

}  // namespace wattline::wattcheck
