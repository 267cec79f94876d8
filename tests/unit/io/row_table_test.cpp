// SPDX-License-Identifier: Apache-2.0
#include "io/row_table.hpp"

#include <cmath>

#include "catch.hpp"
#include "io/output.hpp"

using namespace wattline::io;

namespace {

struct Reading {
  std::chrono::nanoseconds time{1'500'000'000};
  std::string rail = "VDD\tIN";
  double power_w = 4.25;
  std::optional<double> voltage_v;
  std::optional<int> samples = 7;
  bool stale = true;
  double current_a() const { return std::nan(""); }
};

// What getters can lead through: a pointer, a member, a function, to an enumerator or an empty text.
enum class Scope { part, total };
const char* to_string(Scope scope) {
  return scope == Scope::part ? "part" : "total";
}
struct Rail {
  Scope scope = Scope::total;
  std::string parent;
};
struct RailRow {
  const Rail* rail;
  Reading reading;
};
double milliwatts(double watts) {
  return watts * 1e3;
}

const RowTable<Reading>& table() {
  static const RowTable<Reading> table{"reading",
                                       {{{"time_s", "s", 6, ""}, &Reading::time},
                                        {{"rail", "", 0, ""}, &Reading::rail},
                                        {{"power_w", "W", 2, ""}, &Reading::power_w},
                                        {{"voltage_v", "V", 2, ""}, &Reading::voltage_v},
                                        {{"samples", "1", 0, ""}, &Reading::samples},
                                        {{"stale", "1", 0, ""}, &Reading::stale},
                                        {{"current_a", "A", 2, ""}, &Reading::current_a},
                                        {{"key", "", 0, ""}, [](const Reading&) { return EscapedText{"a\\tb"}; }},
                                        {{"source", "", 0, ""}, [](const Reading&) { return "measured"; }}}};
  return table;
}

std::string written(const WriterOptions& options) {
  std::string text;
  Output out = Output::to_string(text);
  TsvWriter rows(out, table().kind(), options);
  table().write(rows, {});
  return text;
}

}  // namespace

TEST_CASE("a bound table writes each value under its column") {
  CHECK(written({}) ==
        "time_s\trail\tpower_w\tvoltage_v\tsamples\tstale\tcurrent_a\tkey\tsource\n"
        "1.500000\tVDD\\tIN\t4.25\tNA\t7\t1\tNA\ta\\tb\tmeasured\n");
}

TEST_CASE("a selection of columns keeps each value with its name") {
  WriterOptions options;
  options.columns = {"source", "power_w"};
  CHECK(written(options) == "source\tpower_w\nmeasured\t4.25\n");
}

TEST_CASE("a value is found through several getters, and shared fields stand where they are listed") {
  const RowTable<RailRow> shared{"reading",
                                 {{{"power_mw", "mW", 0, ""}, &RailRow::reading, &Reading::power_w, milliwatts}}};
  const RowTable<RailRow> rails{"rails",
                                {{{"scope", "", 0, ""}, &RailRow::rail, &Rail::scope},
                                 shared.fields(),
                                 {{"parent", "", 0, ""}, &RailRow::rail, &Rail::parent, or_na}}};
  std::string text;
  Output out = Output::to_string(text);
  TsvWriter rows(out, rails.kind(), {});
  const Rail rail;
  rails.write(rows, {&rail, {}});
  CHECK(text == "scope\tpower_mw\tparent\ntotal\t4250\tNA\n");
}
