// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/shell_lines.hpp"

#include <algorithm>
#include <cctype>

namespace wattline::pmsweep {

namespace {

constexpr int kLimitS = 3600;

bool is_name(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

}  // namespace

measure::Answer ShellLines::call(const std::string& line, const RunValues& values) {
  io::SpawnOptions options;
  options.as_caller = !options_.as_root;
  for (const auto& [name, value] : values) {
    if (is_name(name)) options.environment.push_back("PMSWEEP_" + name + "=" + value);
  }
  return measure::call({"/bin/sh", "-c", line}, pump_, kLimitS, options, measure::OnStop::end);
}

std::string ShellLines::prepare(const RunValues& values) {
  if (!options_.prepare.empty()) {
    const measure::Answer answer = call(options_.prepare, values);
    if (answer.status != 0) {
      return "--prepare ended with status " + std::to_string(answer.status) + ": " + answer.problem();
    }
  }
  owed_ = true;
  return {};
}

void ShellLines::clean_up(const RunValues& values) {
  if (!owed_ || options_.cleanup.empty()) return;
  owed_ = false;
  const measure::Answer answer = call(options_.cleanup, values);
  if (answer.status != 0) context_.warn("--cleanup: " + answer.problem());
}

}  // namespace wattline::pmsweep
