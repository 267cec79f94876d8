// SPDX-License-Identifier: Apache-2.0
// Faults that can be switched on while a board is mounted.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace wattline::jetsim {

struct FaultKind {
  const char* name;
  const char* argument;  // what follows the colon; empty = nothing does
  const char* meaning;
};
const std::vector<FaultKind>& fault_kinds();

// Lines "NAME[:ARGUMENT]", to be set one after the other. Throws as Faults::set().
std::string fault_lines(const std::vector<std::string>& faults);

class Faults {
 public:
  // "NAME" or "NAME:ARGUMENT". Throws a usage error for an unknown name, and when an argument is missing.
  void set(const std::string& text);
  void clear() { active_.clear(); }
  bool has(const std::string& name) const { return active_.count(name) != 0; }
  bool has(const std::string& name, const std::string& argument) const;
  // Arguments of the fault, in the order they were set.
  std::vector<std::string> arguments(const std::string& name) const;
  // Lines "NAME[:ARGUMENT]".
  std::string to_text() const;

 private:
  std::map<std::string, std::vector<std::string>> active_;
};

}  // namespace wattline::jetsim
