// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/prepared_command.hpp"

#include "measure/folder.hpp"

namespace wattline::pmsweep {

PreparedCommand::PreparedCommand(const Options& options, cli::Context& context, measure::Pump& pump)
    : options_(options),
      pump_(pump),
      words_(options, context.command),
      child_(pump, options.as_root, !options.whole_run, options.progress),
      shell_lines_(options, context, pump) {}

std::string PreparedCommand::bring_up(const RunValues& values) {
  const auto argv = words_.with(values);
  if (options_.live && child_.running() && child_.argv() == argv) return {};
  end(values);
  std::string problem = shell_lines_.prepare(values);
  if (!problem.empty()) return problem;
  const std::string& folder = values.at("out");
  child_.start(argv, folder, words_.fifo_in(folder));
  return {};
}

void PreparedCommand::end(const RunValues& values) {
  child_.stop();
  shell_lines_.clean_up(values);
}

void PreparedCommand::start_live(RunValues values) {
  values["out"] = options_.out + "/live";
  values["steps"] = words_.fifo_in(values["out"]);
  measure::make_folder(values["out"]);
  if (!bring_up(values).empty()) return;  // what fails here fails again where it is reported
  pump_.wait_for([this] { return child_.stepped() || !child_.running(); }, pump_.now_ns() + options_.timeout_ns);
}

}  // namespace wattline::pmsweep
