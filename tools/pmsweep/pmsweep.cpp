// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/pmsweep.hpp"

#include <functional>
#include <memory>

#include "io/regular_file.hpp"
#include "measure/folder.hpp"
#include "pmsweep/recorded_sweep.hpp"
#include "pmsweep/rows.hpp"
#include "pmsweep/sweep.hpp"

namespace wattline::pmsweep {

namespace {

constexpr const char* kExamples =
    "  pmode enum | pmsweep --out runs -- ./train.sh >profiles.tsv   each mode of this machine\n"
    "  pmsweep --live --modes modes.tsv -- ./train.sh                without a new start for each mode\n"
    "  pmsweep --progress --modes modes.tsv -- python3 train.py      of a script that prints a progress bar\n"
    "  pmsweep --resume --out lab --modes modes.tsv -- ./train.sh    continue after a power cut\n"
    "  pmsweep --modes workers.tsv -- ./train.sh {workers}           sweep a column of the input instead\n"
    "  pmsweep replay table.tsv --modes modes.tsv                    the profiles of a recorded table\n"
    "  pmsweep --shard 2/4 --modes modes.tsv -- ./train.sh           every fourth mode, from the second\n";

bool is_same_folder(const std::string& a, const std::string& b) {
  const auto here = io::file_status(a), there = io::file_status(b);
  if (!here || !there) return a == b;
  return here->st_dev == there->st_dev && here->st_ino == there->st_ino;
}

// The sweep writes files of its own in the folder --out.
void check_output(const Options& options) {
  const std::string& output = options.rows.output;
  const std::size_t slash = output.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : output.substr(0, slash);
  if (output.empty() || output == "-" || !is_same_folder(folder, options.out)) return;
  throw usage_error("--output " + output + ": lies in the folder of --out, which has the same rows in profiles.tsv",
                    "write to another folder");
}

// Options that would be ignored.
void check(const Options& options) {
  if (options.live && !options.cool_to.empty()) {
    throw usage_error("--cool-to cannot be combined with --live", "--cool-to waits while the command is stopped");
  }
  if (options.whole_run && options.limits.epochs > 0) throw usage_error("--whole-run cannot be combined with --epochs");
  if (options.whole_run && options.progress.given) {
    throw usage_error("--whole-run cannot be combined with --progress");
  }
  if (options.live && options.whole_run) {
    throw usage_error("--whole-run cannot be combined with --live",
                      "the modes of a whole run are set before it starts");
  }
}

int replay_as_option(const Options& options, cli::Context& context) {
  if (!context.command.empty()) throw usage_error("--replay cannot be combined with -- COMMAND");
  context.note("--replay TABLE is written `pmsweep replay TABLE` now; the next release has no such option");
  return replay({options, options.replay}, context);
}

int run(const Options& options, cli::Context& context) {
  if (!options.replay.empty()) return replay_as_option(options, context);
  if (context.command.empty()) throw usage_error("pmsweep requires -- COMMAND", "or see pmsweep replay --help");
  check(options);
  if (options.progress.given && join(context.command, " ").find("{steps}") != std::string::npos) {
    throw usage_error("--progress cannot be combined with {steps}",
                      "the steps are those of the bar, or those of the rows");
  }
  // With this, a reader that closes the pipe ends the sweep in order.
  io::Signals::survive_broken_pipes();
  Options resolved = options;
  // The folder of an earlier sweep is never overwritten.
  if (options.out.empty()) resolved.out = options.resumes() ? "runs" : measure::free_folder("runs", "journal.tsv");
  check_output(resolved);
  say_awaited_list(context, options);
  return Sweep(resolved, context).run();
}

template <class Given>
std::function<int(cli::Context&)> bound(const std::shared_ptr<Given>& options,
                                        int (*action)(const Given&, cli::Context&)) {
  return [options, action](cli::Context& context) { return action(*options, context); };
}

}  // namespace

cli::About about() {
  cli::About about{"pmsweep",
                   "Profile a command in each power mode of a list, unattended and resumable",
                   kExamples,
                   {&profile_rows().kind()}};
  about.reads_stdin = true;
  return about;
}

cli::Actions actions() {
  cli::Subcommand recorded =
      cli::reading_subcommand("replay", "Print the profiles of a recorded table, and run nothing", declare_replay,
                              replay, {&profile_rows().kind()});
  const auto options = std::make_shared<Options>();
  cli::DefaultAction sweep{[options](cli::App& app) { declare(app, *options); }, bound(options, run)};
  sweep.wraps_command = sweep.owns_options = true;
  return {{recorded}, sweep};
}

}  // namespace wattline::pmsweep
