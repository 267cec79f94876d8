// SPDX-License-Identifier: Apache-2.0
// What a rule found: its verdict, and the value, the limit and the place that it rests on.
#pragma once
#include <string>

namespace wattline::wattcheck {

enum class Verdict { pass, fail, unknown };
const char* to_string(Verdict verdict);

struct Finding {
  Verdict verdict = Verdict::unknown;
  std::string value{}, limit{}, unit{};  // empty = NA
  std::string where{};                   // file and place; of an unknown, what is missing
};

// A quantity as it is printed.
struct PrintedQuantity {
  double value;
  const char* unit;
  int decimals;
};

// A value that is not a number fails. An infinite limit is none.
Finding at_most(const PrintedQuantity& quantity, double limit, std::string where);
// A limit of zero is none.
Finding at_least(const PrintedQuantity& quantity, double limit, std::string where);
Finding pass(std::string value, std::string where);
Finding fail(std::string value, std::string where);
Finding unknown(std::string missing);

}  // namespace wattline::wattcheck
