// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/modes.hpp"

#include <unistd.h>

#include <fstream>
#include <map>

#include "base/parse.hpp"
#include "cli/messages.hpp"
#include "io/tsv_escape.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::pmsweep {

namespace {

constexpr int kLimitS = 120;

using Fields = std::map<std::string, std::string>;

// The rows that pmode printed; none when it failed.
std::vector<Fields> rows_of(const Answer& answer) {
  std::vector<Fields> rows;
  if (answer.out.empty()) return rows;
  io::TsvReader reader = answer.table();
  while (reader.next()) {
    rows.emplace_back();
    for (std::size_t i = 0; i < reader.names().size(); ++i) {
      rows.back()[reader.names()[i]] = io::unescape_field(reader.field(i));
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
  for (const std::string& text : cli::warnings_in(err)) {
    if (noted_.insert(text).second) context_.note(text);
  }
}

PowerMode Modes::current() {
  const Answer answer = call_pmode({"get", "--mode"});
  pass_on_notes(answer.err);
  for (const Fields& row : rows_of(answer)) {
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
  const Answer answer = call_pmode({"restore", "--wait", "60s", saved_});
  if (answer.status != 0) context_.warn("the mode before the sweep was not restored: " + answer.problem());
}

std::string Modes::deviation(const PowerMode& mode) {
  std::vector<std::string> texts;
  const PowerMode now = current();
  if (now != mode) texts.push_back("the mode changed to " + to_string(now));
  for (const Fields& row : rows_of(call_pmode({"get"}))) {
    const auto status = row.find("status");
    if (status == row.end() || status->second != "deviates") continue;
    texts.push_back(row.at("object") + ": asked for " + row.at("asked") + ", is at " + row.at("current"));
  }
  return join(texts, "; ");
}

}  // namespace wattline::pmsweep
