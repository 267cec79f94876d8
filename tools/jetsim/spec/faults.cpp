// SPDX-License-Identifier: Apache-2.0
#include "jetsim/spec/faults.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::jetsim {

const std::vector<FaultKind>& fault_kinds() {
  static const std::vector<FaultKind> kinds{
      {"stuck-core", "CPU", "the policy that holds the core keeps its limits and its clock, whatever is written"},
      {"stale-clock", "CPU", "the policy's limits follow, its clock does not"},
      {"stuck-gpu", "", "the GPU's limits follow, its clock does not"},
      {"stuck-emc", "", "the memory clock does not follow"},
      {"emc-unreadable", "", "the firmware refuses to read the memory clock: an empty text, from 6.8 on EINVAL"},
      {"stuck-online", "CPU", "writes to the core's online file succeed and change nothing"},
      {"rail-eio", "RAIL", "voltage and current of the rail fail with EIO"},
      {"rail-dies", "RAIL@TIME", "the same, TIME after the fault was set, such as VDD_IN@5s"},
      {"rail-nan", "RAIL", "the rail's files read 'nan'"},
      {"rail-huge", "RAIL", "the rail's files read a number of 30 digits"},
      {"rail-empty", "RAIL", "the rail's files read nothing"},
      {"label-gone", "RAIL", "the rail's label file is absent"},
      {"i2c-latency", "TIME", "each reading of a sensor register takes TIME, such as 550us"},
      {"unprivileged", "", "files are refused as to a user who is not root"},
      {"outlier", "N", "the N-th mode that a workload runs in from now is timed 0.45 times too short"},
      {"slow-outlier", "N", "the N-th mode that a workload runs in from now is timed 2.5 times too long"},
      {"hang", "MODE", "a workload makes no step in this mode; '-' matches anything, as in 4c/-/930750k/-"},
      {"swapped-labels", "", "the labels of every chip's first two rails are swapped, as on some images of Nano"},
      {"meddle", "TIME", "a service sets the CPU limits of the saved mode (the default) again, every TIME"},
      {"throttle", "", "clocks are halved by the over-current circuit, and its counter rises ten times a second"},
  };
  return kinds;
}

namespace {

const FaultKind& find_kind(const std::string& name) {
  std::vector<std::string> names;
  for (const FaultKind& kind : fault_kinds()) {
    if (name == kind.name) return kind;
    names.emplace_back(kind.name);
  }
  throw usage_error("fault '" + name + "': not known", "one of: " + join(names, ", "));
}

}  // namespace

std::string fault_lines(const std::vector<std::string>& faults) {
  Faults checked;
  std::string lines;
  for (const std::string& text : faults) {
    checked.set(text);
    lines += text + "\n";
  }
  return lines;
}

void Faults::set(const std::string& text) {
  const std::size_t colon = text.find(':');
  const FaultKind& kind = find_kind(text.substr(0, colon));
  const std::string argument = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (argument.empty() != (*kind.argument == '\0')) {
    throw usage_error("fault '" + text +
                      "': " + (argument.empty() ? "requires :" + std::string(kind.argument) : "takes no argument"));
  }
  std::vector<std::string>& arguments = active_[kind.name];
  if (std::find(arguments.begin(), arguments.end(), argument) == arguments.end()) arguments.push_back(argument);
}

bool Faults::has(const std::string& name, const std::string& argument) const {
  const auto all = arguments(name);
  return std::find(all.begin(), all.end(), argument) != all.end();
}

std::vector<std::string> Faults::arguments(const std::string& name) const {
  const auto found = active_.find(name);
  return found == active_.end() ? std::vector<std::string>{} : found->second;
}

std::string Faults::to_text() const {
  std::string text;
  for (const auto& [name, arguments] : active_) {
    for (const std::string& argument : arguments) text += name + (argument.empty() ? "" : ":" + argument) + "\n";
  }
  return text;
}

}  // namespace wattline::jetsim
