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
  return {0, current(), ""};
}

// What pmode notes of a mode (clusters with different clocks) is passed on once.
void Modes::pass_on_notes(const std::string& err) {
  constexpr std::string_view kNote = "warning: ";
  for (const std::string_view line : split(err, '\n')) {
    const std::size_t start = line.find(kNote);
    if (start == std::string_view::npos) continue;
    const std::string text(line.substr(start + kNote.size()));
    if (noted_.insert(text).second) context_.note(text);
  }
}

PowerMode Modes::current() {
  const Answer answer = call_pmode({"get", "--mode"});
  pass_on_notes(answer.err);
  for (const Fields& row : rows_of(answer.out)) {
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
