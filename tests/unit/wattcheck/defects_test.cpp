// SPDX-License-Identifier: Apache-2.0
#include "defects.hpp"

#include <algorithm>
#include <set>

#include "base/parse.hpp"
#include "wattcheck/rules.hpp"

using namespace wattline;
using test::Defect;
using test::RecordedCase;

namespace {

// Commas separate the names.
std::vector<std::string> sorted_names(const std::string& text) {
  std::vector<std::string> names;
  for (const std::string_view name : split(text, ',')) {
    if (!name.empty()) names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

void check_defects(const std::vector<Defect>& defects) {
  for (const Defect& defect : defects) {
    INFO(defect.what);
    RecordedCase run;
    defect.plant(run);
    for (const std::string& rule : sorted_names(defect.unknown)) run.options.require.push_back(rule);
    const auto verdicts = run.judge();
    CHECK(test::rules_with(verdicts, "fail") == sorted_names(defect.failing));
    CHECK(test::rules_with(verdicts, "unknown") == sorted_names(defect.unknown));
    CHECK(run.status == 1);
  }
}

}  // namespace

TEST_CASE("defects of sampling are named by the rules about them, and are invalid", "[wattcheck]") {
  check_defects(test::sampling_defects());
}

TEST_CASE("defects of the energy are named by the rules about them, and are invalid", "[wattcheck]") {
  check_defects(test::energy_defects());
}

TEST_CASE("defects of the machine are named by the rules about them, and are invalid", "[wattcheck]") {
  check_defects(test::machine_defects());
}

TEST_CASE("files that do not belong together are named by the rules about them, and are invalid", "[wattcheck]") {
  check_defects(test::stream_defects());
}

TEST_CASE("defects of the training are named by the rules about them, and are invalid", "[wattcheck]") {
  check_defects(test::step_defects());
}

TEST_CASE("every rule has a defect that fails it or leaves it unknown", "[wattcheck]") {
  std::set<std::string> named;
  for (const auto* defects : {&test::sampling_defects(), &test::energy_defects(), &test::machine_defects(),
                              &test::stream_defects(), &test::step_defects()}) {
    for (const Defect& defect : *defects) {
      for (const std::string& rule : sorted_names(defect.failing + "," + defect.unknown)) named.insert(rule);
    }
  }
  named.insert("cache");  // without files of residency: see wattcheck_test.cpp
  for (const wattcheck::Rule& rule : wattcheck::rules()) {
    INFO(rule.name);
    CHECK(named.count(rule.name) == 1);
  }
}
