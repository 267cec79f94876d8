// SPDX-License-Identifier: Apache-2.0
#include "cli/options.hpp"

#include "io/rows.hpp"
#include "trainstep/trainstep.hpp"

namespace wattline::trainstep {

namespace {

const std::vector<std::string> kWorkloads{"lenet", "resnet18"};

void declare_loop(CLI::App& app, Options& options) {
  app.add_option("--epochs", options.epochs, "Times through the data")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--max-steps", options.loop.max_steps, "End each epoch after N counted steps")
      ->check(CLI::NonNegativeNumber);
  cli::add_duration(app, "--stabilize", options.loop.stabilize_ns,
                    "Count no step of an epoch that begins within TIME after its first (default 0)");
}

void declare_loader(CLI::App& app, Options& options) {
  app.add_option("--data", options.data, "Folder of the data set");
  app.add_option("--batch", options.loader.batch, "Samples in a minibatch")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--workers", options.loader.workers, "Loader threads; 0 = fetch and train in turn")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  app.add_option("--prefetch", options.loader.prefetch, "Minibatches each worker is ahead")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--decode", options.decode, "JPEG decoding: exact, or fast with coarser pixels")
      ->check(CLI::IsMember({"exact", "fast"}))
      ->capture_default_str();
  app.add_option("--order", options.order, "Order of the samples")
      ->check(CLI::IsMember({"shuffle", "sequential"}))
      ->capture_default_str();
  app.add_flag("--loader-only", options.loader_only, "Load minibatches without training");
}

void declare_training(CLI::App& app, Options& options) {
  app.add_option("--lr", options.trainer.learning_rate, "Learning rate")->capture_default_str();
  app.add_option("--momentum", options.trainer.momentum, "Momentum")->capture_default_str();
  app.add_option("--device", options.device, "Where to compute")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}))
      ->capture_default_str();
  app.add_option("--threads", options.threads, "Threads of one operation (default: all available processors)")
      ->check(CLI::Range(1, 1024));
  app.add_option("--seed", options.seed, "Of weights, order and transforms")->capture_default_str();
}

}  // namespace

cli::About about() {
  return {"trainstep",
          "Train a network and time stall, compute and end-to-end of every minibatch.",
          "  trainstep resnet18 --data D --batch 16 --workers 1 --epochs 1 --epochs-out e.tsv > s.tsv\n"
          "  trainstep lenet --data MNIST --workers 4 --stabilize 15s --max-steps 40\n",
          {&io::step_rows(), &io::epoch_rows(), &io::run_summary_rows()}};
}

void declare(CLI::App& app, Options& options) {
  app.add_option("workload", options.workload, "lenet or resnet18")->check(CLI::IsMember(kWorkloads));
  declare_loader(app, options);
  declare_loop(app, options);
  declare_training(app, options);
  app.add_option("--epochs-out", options.epochs_out, "Write a row per epoch to FILE");
  app.add_option("--summary", options.summary, "Write the run's summary to FILE");
  cli::declare_rows(app, options.rows);
}

}  // namespace wattline::trainstep
