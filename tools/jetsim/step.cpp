// SPDX-License-Identifier: Apache-2.0
// jetsim step: run an emulated training on the board of --root.
#include "base/error.hpp"
#include "cli/option_types.hpp"
#include "cli/side_file.hpp"
#include "jetsim/jetsim.hpp"
#include "jetsim/workload/emulated_training.hpp"

namespace wattline::jetsim {

namespace {

void declare(CLI::App& app, TrainingOptions& options) {
  app.add_option("--workload", options.workload, "Network, such as resnet18")->required();
  app.add_option("--batch", options.batch, "Samples per minibatch [the workload's own]")->check(cli::between(1, 4096));
  app.add_option("--epochs", options.epochs, "Epochs to train")->check(cli::between(1, 1000000))->capture_default_str();
  app.add_option("--max-steps", options.max_steps, "End an epoch after N counted minibatches")
      ->check(cli::between(1, 1000000000));
  cli::add_duration(app, "--stabilize", options.stabilize_ns, "Count minibatches only TIME after the first one");
  app.add_flag("--stages", options.stages, "Print the times of forward pass, backward pass and optimizer");
  app.add_option("--first-factor", options.noise.first_factor,
                 "The first minibatch takes N times as long as the others")
      ->check(cli::between(1.0, 10000.0));
  app.add_option("--epochs-out", options.epochs_out, "Write one row per epoch to FILE (- = standard output)");
  app.add_option("--seed", options.noise.seed, "Seed of the run's noise")->capture_default_str();
  cli::declare_rows(app, options.rows);
}

int step(const TrainingOptions& options, cli::Context& context) {
  if (!context.root.emulation()) {
    throw usage_error("step: --root is not an emulated board", "name a directory that `jetsim mount` serves");
  }
  const BoardSpec board(context.root.emulation()->board);
  cli::check_side_file("--epochs-out", options.epochs_out, options.rows);
  return EmulatedTraining(options, context, board).run();
}

}  // namespace

cli::Subcommand step_subcommand() {
  return cli::subcommand("step", "Run an emulated training on the board of --root; one row per minibatch", declare,
                         step);
}

}  // namespace wattline::jetsim
