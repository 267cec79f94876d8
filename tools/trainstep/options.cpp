// SPDX-License-Identifier: Apache-2.0
#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "io/rows.hpp"
#include "trainstep/info.hpp"
#include "trainstep/trainstep.hpp"

namespace wattline::trainstep {

namespace {

void declare_data(CLI::App& app, Options& o) {
  app.add_option("--data", o.data.path, "Folder or file of the data set");
  app.add_option("--labels", o.data.labels, "CSV with the columns image_id and class, for one folder of pictures");
  app.add_option("--preset", o.data.preset, "Prepare and order samples as in that work")
      ->check(CLI::IsMember({"srfp2024"}));
  app.add_flag("--synthetic", o.synthetic, "Samples of the right shape, made in memory");
  app.add_option("--samples", o.data.samples, "Size of a synthetic set")->check(cli::positive())->capture_default_str();
  app.add_option("--length", o.data.length, "Tokens of a sample")->check(cli::between(2, 512));
  app.add_option("--vocabulary", o.network.vocabulary, "Different tokens")->check(cli::between(10, 10'000'000));
  app.add_option("--decode", o.decode, "JPEG decoding: exact, or fast with coarser pixels")
      ->check(CLI::IsMember({"exact", "fast"}))
      ->capture_default_str();
  app.add_option("--order", o.order, "Order of the samples (default: the workload's)")
      ->check(CLI::IsMember({"shuffle", "sequential", "cached-first"}));
}

void declare_loader(CLI::App& app, Options& o) {
  app.add_option("--batch", o.loader.batch, "Samples in a minibatch")
      ->check(cli::between(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--workers", o.loader.workers, "Loader threads; 0 = fetch and train in turn")
      ->check(cli::between(0, 256))
      ->capture_default_str();
  app.add_option("--prefetch", o.loader.prefetch, "Minibatches each worker is ahead")
      ->check(cli::between(1, 1024))
      ->capture_default_str();
  app.add_option("--on-bad", o.on_bad, "At a broken or missing file: stop, or skip the sample")
      ->check(CLI::IsMember({"stop", "skip"}))
      ->capture_default_str();
  app.add_flag("--loader-only", o.loader_only, "Load minibatches without training");
}

void declare_loop(CLI::App& app, Options& o) {
  app.add_option("--epochs", o.epochs, "Times through the data")
      ->check(cli::between(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--max-steps", o.loop.max_steps, "End each epoch after N counted steps")->check(cli::not_negative());
  cli::add_duration(app, "--stabilize", o.loop.stabilize_ns,
                    "Count no step of an epoch that begins within TIME after its first (default 0)");
}

void declare_network(CLI::App& app, Options& o) {
  app.add_option("--model", o.network.script, "Train this TorchScript file instead of the workload's network");
  app.add_option("--loss", o.network.loss, "Loss of --model")
      ->check(CLI::IsMember({"cross-entropy", "mse", "l1", "bce"}))
      ->capture_default_str();
  app.add_option("--dropout", o.network.dropout, "Share of values dropped (default: the network's)")
      ->check(cli::between(0.0, 0.99));
  app.add_option("--optimizer", o.optimiser, "Instead of the workload's")
      ->check(CLI::IsMember({"sgd", "adam", "adamw"}));
  app.add_option("--lr", o.learning_rate, "Learning rate")->check(cli::not_negative());
  app.add_option("--momentum", o.momentum, "Of sgd")->check(cli::between(0.0, 1.0));
  app.add_option("--weight-decay", o.weight_decay, "Weight decay")->check(cli::not_negative());
  app.add_option("--clip", o.clip, "Largest norm of the gradients; 0 = any")->check(cli::not_negative());
  app.add_option("--save", o.save, "Write the weights to FILE at the end");
}

void declare_serving(CLI::App& app, Options& o) {
  app.add_flag("--infer", o.infer, "Inference on requests instead of training");
  app.add_option("--interleave", o.interleave, "Train one workload and serve another (or the same): TRAIN+INFER");
  app.add_option("--rate", o.serving.rate, "Requests per second (default: as fast as they are answered)")
      ->check(cli::positive());
  app.add_option("--infer-batch", o.serving.batch, "Requests in an inference minibatch")
      ->check(cli::between(1, 100'000))
      ->capture_default_str();
  app.add_option("--infer-data", o.infer_data, "Data set of the requests (default: --data)");
  app.add_option("--policy", o.policy, "How training and inference share the device")
      ->check(CLI::IsMember({"managed", "round-robin", "streams"}))
      ->capture_default_str();
  cli::add_duration(app, "--latency", o.serving.latency_limit_ns, "Count requests that took longer than TIME");
}

void declare_machine(CLI::App& app, Options& o) {
  app.add_option("--device", o.device, "Where to compute")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}))
      ->capture_default_str();
  app.add_option("--threads", o.threads, "Threads of one operation (default: all available processors)")
      ->check(cli::between(1, 1024));
  app.add_option("--seed", o.seed, "Of weights, order and transforms")->capture_default_str();
  app.add_option("--allocator", o.allocator, "keep memory of tensors on the CPU, or return it as the system does")
      ->check(CLI::IsMember({"keep", "system"}))
      ->capture_default_str();
  app.add_option("--memory", o.memory, "Memory of minibatches: what a GPU copies from, or reads in place")
      ->check(CLI::IsMember({"pageable", "pinned", "mapped", "managed"}))
      ->capture_default_str();
  app.add_flag("--channels-last", o.channels_last, "Pictures with their channels innermost");
  app.add_flag("--tf32", o.process.tf32, "Let matrix products and convolutions on a GPU use TF32");
  app.add_flag("--cudnn-benchmark", o.process.cudnn_benchmark, "Let cuDNN try algorithms and keep the fastest");
  app.add_flag("--deterministic", o.process.deterministic,
               "Only algorithms of cuDNN that give the same bits each time");
}

void declare_hooks(CLI::App& app, Options& o) {
  app.add_option("--marks", o.hooks.marks, "Write a label per epoch to this FIFO");
  app.add_option("--gpio", o.hooks.gpio, "Output line CHIP:LINE that is high during each step");
  app.add_option("--epoch-hook", o.hooks.epoch_command, "Shell line to run before each epoch");
  app.add_option("--residency", o.hooks.residency, "Look how much of DIR is in the page cache at each epoch's end");
  app.add_option("--residency-out", o.hooks.residency_out, "Write those looks, and one before the run, to FILE");
}

}  // namespace

cli::About about() {
  return {"trainstep",
          "Train a network and time stall, compute and end-to-end of every minibatch.",
          "  trainstep resnet18 --data D --batch 16 --workers 1 --epochs 1 --epochs-out e.tsv > s.tsv\n"
          "  trainstep lenet --data MNIST --workers 4 --stabilize 15s --max-steps 40\n"
          "  trainstep bert --synthetic --length 128 --batch 4 --max-steps 5\n"
          "  trainstep --model net.pt --data D --loss cross-entropy\n"
          "  trainstep --interleave lenet+lenet --data MNIST --rate 200 --infer-batch 16 --max-steps 500\n"
          "  trainstep info mobilenetv3\n",
          {&io::step_rows(), &io::epoch_rows(), &io::run_summary_rows(), &io::window_rows(), &info_rows()}};
}

void declare(CLI::App& app, Options& options) {
  app.add_option("workload", options.operands, "info to describe one; " + join(workload_names(), ", "))->expected(1, 2);
  declare_data(app, options);
  declare_loader(app, options);
  declare_loop(app, options);
  declare_network(app, options);
  declare_serving(app, options);
  declare_machine(app, options);
  declare_hooks(app, options);
  app.add_option("--epochs-out", options.epochs_out, "Write a row per epoch to FILE");
  app.add_flag("--resume", options.resume, "Go on where the rows of -o FILE end");
  app.add_option("--summary", options.summary, "Write the run's summary to FILE");
  cli::declare_rows(app, options.rows);
}

}  // namespace wattline::trainstep
