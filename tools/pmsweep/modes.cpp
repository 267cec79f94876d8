// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/modes.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "base/parse.hpp"

namespace wattline::pmsweep {

namespace {

constexpr int kLimitS = 120;

using Fields = std::map<std::string, std::string>;

std::vector<Fields> rows_of(const std::string& text) {
  std::vector<Fields> rows;
  std::vector<std::string_view> names;
  for (const std::string_view line : split(text, '\n')) {
    const auto fields = split(line, '\t');
    if (names.empty()) {
      names = fields;
    } else if (fields.size() == names.size()) {
      rows.emplace_back();
      for (std::size_t i = 0; i < names.size(); ++i) rows.back()[std::string(names[i])] = std::string(fields[i]);
    }
  }
  return rows;
}

// What was asked of the knob; of one that was left alone, what it is at.
std::optional<std::int64_t> setting(const Fields& row) {
  for (const char* column : {"asked", "max", "current"}) {
    const auto found = row.find(column);
    if (found == row.end()) continue;
    if (const auto value = to_int64(found->second)) return value;
  }
  return std::nullopt;
}

std::optional<std::int64_t>* knob_of(PowerMode& mode, const std::string& knob) {
  if (knob == "cores") return &mode.cores;
  if (knob == "cpu") return &mode.cpu_khz;
  if (knob == "gpu") return &mode.gpu_hz;
  return knob == "emc" ? &mode.emc_hz : nullptr;
}

// Several policies make one CPU clock: the highest.
PowerMode mode_of(const std::vector<Fields>& knobs) {
  PowerMode mode;
  for (const Fields& row : knobs) {
    const auto name = row.find("knob");
    std::optional<std::int64_t>* knob = name == row.end() ? nullptr : knob_of(mode, name->second);
    if (knob != nullptr) *knob = std::max(*knob, setting(row));
  }
  return mode;
}

}  // namespace

Answer Modes::call_pmode(std::vector<std::string> arguments) {
  const std::vector<std::string> front{io::sibling_tool("pmode"), "--root", context_.root.directory().string()};
  arguments.insert(arguments.begin(), front.begin(), front.end());
  return call(arguments, pump_, kLimitS);
}

Modes::SetResult Modes::set(const std::string& mode, const std::string& log) {
  const Answer answer = call_pmode({"set", "-v", "--wait", "60s", mode});
  std::ofstream(log) << answer.out << answer.err;
  if (answer.status != 0) return {answer.status, {}, answer.problem()};
  return {0, mode_of(rows_of(answer.out)), ""};
}

PowerMode Modes::current() {
  for (const Fields& row : rows_of(call_pmode({"get", "--mode"}).out)) {
    const auto value = [&](const char* column) {
      const auto found = row.find(column);
      return found == row.end() ? std::nullopt : to_int64(found->second);
    };
    return {value("cores"), value("cpu_khz"), value("gpu_hz"), value("emc_hz")};
  }
  return {};
}

void Modes::save(const std::string& file) {
  if (!saved_.empty()) return;
  const bool there = ::access(file.c_str(), R_OK) == 0;
  if (!there && call_pmode({"save", file}).status != 0) ::unlink(file.c_str());
  saved_ = file;
}

void Modes::restore() {
  if (saved_.empty() || ::access(saved_.c_str(), R_OK) != 0) return;
  const Answer answer = call_pmode({"restore", saved_});
  if (answer.status != 0) context_.warn("the mode before the sweep was not brought back: " + answer.problem());
}

std::string Modes::deviation() {
  std::vector<std::string> texts;
  for (const Fields& row : rows_of(call_pmode({"get"}).out)) {
    const auto status = row.find("status");
    if (status == row.end() || status->second != "deviates") continue;
    texts.push_back(row.at("object") + ": asked for " + row.at("asked") + ", is at " + row.at("current"));
  }
  return join(texts, "; ");
}

}  // namespace wattline::pmsweep
