// SPDX-License-Identifier: Apache-2.0
// jetsim step: run an emulated training on the board of --root.
#include "base/error.hpp"
#include "cli/first_given.hpp"
#include "cli/option_types.hpp"
#include "cli/side_file.hpp"
#include "jetsim/context_option.hpp"
#include "jetsim/jetsim.hpp"
#include "jetsim/workload/emulated_interleaving.hpp"
#include "jetsim/workload/emulated_requests.hpp"
#include "jetsim/workload/emulated_training.hpp"

namespace wattline::jetsim {

namespace {

struct StepOptions : TrainingOptions {
  InterleavingOptions interleaving;
  int generate = 0;  // tokens of an answer: the rows are requests then
};

void declare_interleaving(cli::App& app, InterleavingOptions& options) {
  app.add_option("--interleave", options.sharing.pair,
                 "Train one network and let another answer requests: TRAIN+INFER");
  app.add_option("--rate", options.sharing.rate, "Requests per second").check(cli::between(kLeastRate, kMostRate));
  app.add_option("--infer-batch", options.sharing.infer_batch, "Requests in an inference minibatch")
      .check(cli::between(1, 4096))
      .capture_default_str();
  cli::add_duration(app, "--latency", options.latency_limit_ns, "Count requests that took longer than TIME");
}

void declare_loading(cli::App& app, LoadingOptions& options) {
  app.add_option("--workers", options.workers,
                 "Loader threads; 0 = the training thread loads its own samples [the workload's own]")
      .check(cli::between(0, 256));
  std::vector<std::string> names;
  for (const MediumProfile& profile : medium_profiles()) names.push_back(profile.name);
  cli::add_choice(app, "--medium", names, "Storage medium that holds the data [memory]",
                  [&options](std::size_t index) { options.medium = medium_profiles()[index]; });
  cli::add_size(app, "--memory", options.memory_b,
                "Most that the page cache may hold [what the board's memory leaves]");
  app.add_option("--samples", options.samples, "Size of the data set [the workload's own]")
      .check(cli::between(1, 1000000000));
}

void check_loading(const StepOptions& options) {
  const LoadingOptions& loading = options.loading;
  if (loading.memory_b > 0 && !loading.medium) {
    throw usage_error("--memory requires --medium", "without a medium, all data is in memory");
  }
  const bool given = loading.workers >= 0 || loading.medium || loading.samples > 0;
  if (given && !options.interleaving.sharing.pair.empty()) {
    throw usage_error("--workers, --medium and --samples cannot be combined with --interleave");
  }
}

void check_bar(const StepOptions& options) {
  if (!options.bar) return;
  if (!options.interleaving.sharing.pair.empty()) throw usage_error("--bar cannot be combined with --interleave");
  const cli::RowOptions& rows = options.rows;
  if (rows.output.empty() && (rows.append || rows.no_header || !rows.columns.empty() || !rows.meta.empty()))
    throw usage_error("--append, --columns, --no-header and --meta with --bar require -o FILE");
}

void declare(cli::App& app, StepOptions& options) {
  app.add_option("--workload", options.workload, "Network, such as resnet18");
  declare_interleaving(app, options.interleaving);
  app.add_option("--batch", options.batch, "Samples per minibatch [the workload's own]").check(cli::between(1, 4096));
  declare_context(app, options.context);
  app.add_option("--generate", options.generate,
                 "Emulate requests to a language model: a prompt of --context tokens and an answer of N")
      .check(cli::between(1, 100'000));
  declare_loading(app, options.loading);
  app.add_option("--epochs", options.epochs, "Epochs to train").check(cli::between(1, 1000000)).capture_default_str();
  app.add_option("--max-steps", options.max_steps, "End an epoch after N counted minibatches")
      .check(cli::between(1, 1000000000));
  cli::add_duration(app, "--stabilize", options.stabilize_ns, "Count minibatches only TIME after the first one");
  app.add_flag("--stages", options.stages, "Print the times of forward pass, backward pass and optimizer");
  app.add_option("--first-factor", options.noise.first_factor,
                 "The first minibatch takes N times as long as the others")
      .check(cli::between(1.0, 10000.0));
  app.add_flag("--bar", options.bar,
               "Print a bar as tqdm does on standard error instead of rows; with -o FILE, the rows, too");
  app.add_option("--epochs-out", options.epochs_out, "Write one row per epoch to FILE (- = standard output)");
  app.add_option("--seed", options.noise.seed, "Seed of the run's noise").capture_default_str();
  cli::declare_rows(app, options.rows);
}

int interleave(const StepOptions& options, cli::Context& context, const BoardSpec& board) {
  if (options.interleaving.sharing.rate <= 0) throw usage_error("--interleave requires --rate N");
  check_trains(Surface(board, workloads_of(options.interleaving.sharing.pair).first));
  InterleavingOptions all = options.interleaving;
  all.sharing.train_batch = options.batch;
  all.max_steps = options.max_steps;
  all.noise = options.noise;
  all.rows = options.rows;
  return EmulatedInterleaving(all, context, board).run();
}

// What training has, and requests do not.
void check_requests(const StepOptions& options) {
  const char* given = cli::first_given({{"--interleave", !options.interleaving.sharing.pair.empty()},
                                        {"--workers", options.loading.workers >= 0},
                                        {"--medium", options.loading.medium.has_value()},
                                        {"--samples", options.loading.samples > 0},
                                        {"--epochs", options.epochs > 1},
                                        {"--stabilize", options.stabilize_ns > 0},
                                        {"--stages", options.stages},
                                        {"--bar", options.bar},
                                        {"--epochs-out", !options.epochs_out.empty()}});
  if (options.generate > 0 && given != nullptr)
    throw usage_error(std::string(given) + " cannot be combined with --generate", "leave it out");
}

int answer(const StepOptions& options, cli::Context& context, const BoardSpec& board) {
  RequestOptions all;
  all.workload = options.workload;
  all.batch = options.batch;
  all.context = options.context;
  all.generate = options.generate;
  all.requests = options.max_steps;
  all.noise = options.noise;
  all.rows = options.rows;
  return EmulatedRequests(all, context, board).run();
}

int step(const StepOptions& options, cli::Context& context) {
  const bool interleaves = !options.interleaving.sharing.pair.empty();
  if (interleaves != options.workload.empty())
    throw usage_error("step requires --workload NAME or --interleave TRAIN+INFER");
  check_loading(options);
  check_bar(options);
  check_requests(options);
  if (interleaves && options.context > 0) throw usage_error("--context cannot be combined with --interleave");
  if (!context.root.emulation()) {
    throw usage_error("step: --root is not an emulated board", "name a directory that `jetsim mount` serves");
  }
  const BoardSpec board(context.root.emulation()->board);
  if (interleaves) return interleave(options, context, board);
  const Surface surface(board, options.workload);
  check_context(surface, options.context);
  if (options.loading.medium && surface.context() > 0)
    throw usage_error("--medium: " + options.workload + " reads no data set", "leave it out");
  if (options.generate > 0) return answer(options, context, board);
  if (options.stages && surface.context() > 0)
    throw usage_error("--stages: " + options.workload + " has no backward pass", "leave it out");
  cli::check_side_file("--epochs-out", options.epochs_out, options.rows);
  return EmulatedTraining(options, context, board).run();
}

}  // namespace

cli::Subcommand step_subcommand() {
  return cli::subcommand("step", "Run an emulated training on the board of --root; one row per minibatch", declare,
                         step);
}

}  // namespace wattline::jetsim
