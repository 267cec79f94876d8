// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/checker.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/filesystem.hpp"
#include "io/replace_file.hpp"
#include "platform/mode/software.hpp"

namespace wattline::pmsweep {

namespace {

constexpr int kLimitS = 60;

// The facts of the whole sweep, with the mode and the window of one run. Of a mode that was changed the rule `mode`
// names both.
io::Meta facts_of(const FinishedRun& run, const io::Meta& sweep) {
  io::Meta meta;
  for (const auto& fact : sweep) {
    if (fact.first.compare(0, 5, "mode_") != 0) meta.push_back(fact);
  }
  meta.emplace_back("mode_start", to_string(run.modes.front()));
  for (const PowerMode& mode : run.modes) meta.emplace_back("mode_during", to_string(mode));
  meta.emplace_back("mode_end", to_string(run.modes.back()));
  meta.emplace_back("window_start_mono_s", fmt::format("{:.6f}", run.window.start_s));
  meta.emplace_back("window_end_mono_s", fmt::format("{:.6f}", run.window.end_s));
  return meta;
}

bool has_rows(const std::string& path) {
  sys::error_code error;
  const auto size = fs::file_size(path, error);
  return !error && size > 0;
}

// The rules that failed make a run invalid; without any, those that have to be known do not make it valid.
CheckResult verdict_in(const measure::Answer& answer) {
  io::TsvReader rows = answer.table();
  const std::size_t rule = rows.require("rule"), verdict = rows.require("verdict"), required = rows.require("required");
  std::vector<std::string> failed, missing;
  while (rows.next()) {
    if (rows.field(verdict) == "fail") failed.emplace_back(rows.field(rule));
    if (rows.field(verdict) == "unknown" && rows.field(required) == "1") missing.emplace_back(rows.field(rule));
  }
  if (!failed.empty()) return {"invalid", join(failed, ",")};
  return missing.empty() ? CheckResult{"valid", "NA"} : CheckResult{"unknown", join(missing, ",")};
}

}  // namespace

void Checker::learn_errors() {
  const std::string file = options_.out + "/sensor.meta";
  measure::call({io::sibling_tool("powerlog"), "--quiet", "--root", context_.root.directory().string(), "--interval",
                 std::to_string(options_.interval_ns / 1000) + "us", "-n", "5", "--meta", file},
                pump_, kLimitS, {}, measure::OnStop::end);
  for (const auto& fact : io::read_meta(file)) {
    // It is 0 where too few readings succeeded.
    if (ends_with(fact.first, ".error_w") && to_double(fact.second).value_or(0) > 0) errors_.push_back(fact);
  }
}

const io::Meta& Checker::own_facts() {
  if (!own_facts_.empty()) return own_facts_;
  own_facts_ = io::common_meta(context_.tool, context_.argv, context_.root);
  const io::Meta facts = platform::run_facts(platform::find_machine(context_.root));
  own_facts_.insert(own_facts_.end(), facts.begin(), facts.end());
  return own_facts_;
}

void Checker::write_metas(const FinishedRun& run) {
  io::write_meta(run.folder + "/load.tsv.meta", facts_of(run, own_facts()));
  if (!has_rows(run.folder + "/power.tsv")) return;
  io::Meta power = io::read_meta(options_.out + "/power.meta");
  power.insert(power.end(), errors_.begin(), errors_.end());
  io::write_meta(run.folder + "/power.tsv.meta", facts_of(run, power));
}

measure::Answer Checker::call_wattcheck(const FinishedRun& run) {
  std::vector<std::string> argv{io::sibling_tool("wattcheck"),        "--quiet", "--allow-emulated", "--profile",
                                to_string(options_.check_in_force()), "--rail",  options_.rail};
  for (const char* name : {"power", "steps", "load"}) {
    const std::string file = run.folder + "/" + name + ".tsv";
    if (has_rows(file)) argv.push_back(file);
  }
  io::SpawnOptions options;
  options.as_caller = true;
  try {
    return measure::call(argv, pump_, kLimitS, options);
  } catch (const Error& error) {
    if (error.code() != ExitCode::not_found && error.code() != ExitCode::not_executable) throw;
    return {to_int(error.code()), "", std::string("wattcheck: error: ") + error.what() + "\n"};
  }
}

CheckResult Checker::check(const FinishedRun& run) {
  write_metas(run);
  const measure::Answer answer = call_wattcheck(run);
  if (answer.status != to_int(ExitCode::ok) && answer.status != to_int(ExitCode::partial)) {
    if (!noted_) context_.note("profiles are not judged: " + answer.problem());
    noted_ = true;
    return {"unknown", "NA"};
  }
  io::replace_file(run.folder + "/verdict.tsv", [&](io::Output& file) { file.write(answer.out); });
  return verdict_in(answer);
}

}  // namespace wattline::pmsweep
