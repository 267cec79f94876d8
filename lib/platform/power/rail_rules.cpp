// SPDX-License-Identifier: Apache-2.0
#include "platform/power/rail_rules.hpp"

#include <algorithm>

#include "base/parse.hpp"

namespace wattline::platform {

namespace {

struct Fact {
  const char* board;
  const char* rail;
  Scope scope;
  const char* parent;
};

// NVIDIA Jetson Linux Developer Guide, "Software-Based Power Consumption Modeling" and the module data sheets;
// VDDQ inside VIN_SYS_5V0: NVIDIA forum 223111 and energymon's default rails.
constexpr Fact kFacts[] = {
    {"tx1", "VDD_IN", Scope::part, ""},
    {"tx1", "VDD_GPU", Scope::nested, "VDD_IN"},
    {"tx1", "VDD_CPU", Scope::nested, "VDD_IN"},
    {"nano", "POM_5V_IN", Scope::part, ""},
    {"nano", "POM_5V_GPU", Scope::nested, "POM_5V_IN"},
    {"nano", "POM_5V_CPU", Scope::nested, "POM_5V_IN"},
    {"tx2", "VDD_IN", Scope::part, ""},
    {"tx2", "VDD_SYS_GPU", Scope::nested, "VDD_IN"},
    {"tx2", "VDD_SYS_SOC", Scope::nested, "VDD_IN"},
    {"tx2", "VDD_4V0_WIFI", Scope::nested, "VDD_IN"},
    {"tx2", "VDD_SYS_CPU", Scope::nested, "VDD_IN"},
    {"tx2", "VDD_SYS_DDR", Scope::nested, "VDD_IN"},
    {"tx2-nx", "VDD_IN", Scope::part, ""},
    {"tx2-nx", "VDD_CPU_GPU", Scope::nested, "VDD_IN"},
    {"tx2-nx", "VDD_SOC", Scope::nested, "VDD_IN"},
    {"xavier-nx", "VDD_IN", Scope::part, ""},
    {"xavier-nx", "VDD_CPU_GPU_CV", Scope::nested, "VDD_IN"},
    {"xavier-nx", "VDD_SOC", Scope::nested, "VDD_IN"},
    {"agx-xavier", "GPU", Scope::part, ""},
    {"agx-xavier", "CPU", Scope::part, ""},
    {"agx-xavier", "SOC", Scope::part, ""},
    {"agx-xavier", "CV", Scope::part, ""},
    {"agx-xavier", "VDDRQ", Scope::part, ""},
    {"agx-xavier", "SYS5V", Scope::part, ""},
    {"agx-orin", "VDD_GPU_SOC", Scope::part, ""},
    {"agx-orin", "VDD_CPU_CV", Scope::part, ""},
    {"agx-orin", "VIN_SYS_5V0", Scope::part, ""},
    {"agx-orin", "VDDQ_VDD2_1V8AO", Scope::nested, "VIN_SYS_5V0"},
    {"orin-nx", "VDD_IN", Scope::part, ""},
    {"orin-nx", "VDD_CPU_GPU_CV", Scope::nested, "VDD_IN"},
    {"orin-nx", "VDD_SOC", Scope::nested, "VDD_IN"},
    {"orin-nano", "VDD_IN", Scope::part, ""},
    {"orin-nano", "VDD_CPU_GPU_CV", Scope::nested, "VDD_IN"},
    {"orin-nano", "VDD_SOC", Scope::nested, "VDD_IN"},
    {"thor", "VDD_GPU", Scope::part, ""},
    {"thor", "VDD_CPU_SOC_MSS", Scope::part, ""},
    {"thor", "VIN_SYS_5V0", Scope::part, ""},
};

Rail* find_rail(Rails& rails, const std::string& name) {
  const auto found =
      std::find_if(rails.list.begin(), rails.list.end(), [&](const Rail& rail) { return rail.name == name; });
  return found == rails.list.end() ? nullptr : &*found;
}

// A machine without facts of its own: RAPL packages, their memory and discrete GPUs do not overlap; everything else
// may.
void apply_generic_rule(Rails& rails) {
  for (Rail& rail : rails.list) {
    const bool rapl_part = rail.sensor.driver == "rapl" && rail.parent.empty() && rail.name != "psys";
    if (rapl_part || rail.sensor.driver == "nvml") rail.scope = Scope::part;
    if (rail.sensor.driver == "rapl" && !rail.parent.empty()) rail.scope = Scope::nested;
  }
}

// Empty when every part is there, else the names of those that are not.
std::vector<std::string> apply_facts(const std::string& board, Rails& rails) {
  std::vector<std::string> missing;
  for (const Fact& fact : kFacts) {
    if (board != fact.board) continue;
    Rail* rail = find_rail(rails, fact.rail);
    if (rail != nullptr) {
      rail->scope = fact.scope;
      rail->parent = fact.parent;
    } else if (fact.scope == Scope::part) {
      missing.emplace_back(fact.rail);
    }
  }
  return missing;
}

bool has_facts(const std::string& board) {
  return std::any_of(std::begin(kFacts), std::end(kFacts), [&](const Fact& fact) { return board == fact.board; });
}

}  // namespace

std::vector<std::string> boards_with_rules() {
  std::vector<std::string> boards;
  for (const Fact& fact : kFacts) {
    if (boards.empty() || boards.back() != fact.board) boards.emplace_back(fact.board);
  }
  return boards;
}

void apply_rail_rules(const std::string& board, Rails& rails) {
  if (rails.list.empty()) return;
  if (has_facts(board)) {
    const auto missing = apply_facts(board, rails);
    if (!missing.empty()) {
      rails.no_total = "no TOTAL: this board's rule needs " + join(missing, ", ") + ", not found";
      return;
    }
  } else {
    apply_generic_rule(rails);
  }
  std::vector<std::string> parts;
  for (const Rail& rail : rails.list) {
    if (rail.scope == Scope::part) parts.push_back(rail.name);
  }
  rails.total_rule = join(parts, " + ");
}

void straighten_nano_labels(Rails& rails) {
  static const char* const kNames[] = {"POM_5V_IN", "POM_5V_GPU", "POM_5V_CPU"};
  bool renamed = false;
  for (Rail& rail : rails.list) {
    if (rail.name.compare(0, 4, "POM_") != 0 || rail.channel < 1 || rail.channel > 3) continue;
    const char* name = kNames[rail.channel - 1];
    renamed = renamed || rail.name != name;
    rail.name = name;
  }
  if (renamed)
    rails.notes.emplace_back("labels of POM_5V_IN and POM_5V_GPU are swapped on this image: put right by channel");
}

}  // namespace wattline::platform
