// SPDX-License-Identifier: Apache-2.0
#include "trainstep/trainstep.hpp"

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/first_given.hpp"
#include "trainstep/completed_options.hpp"
#include "trainstep/inference.hpp"
#include "trainstep/info.hpp"
#include "trainstep/libtorch.hpp"
#include "trainstep/options.hpp"
#include "trainstep/rows.hpp"
#include "trainstep/run/summary.hpp"
#include "trainstep/run_setup.hpp"
#include "trainstep/train.hpp"
#include "trainstep/what_if.hpp"

namespace wattline::trainstep {

namespace {

// With the settings that libgomp and OpenBLAS read before main(). Number of threads: a library that is told it later
// starts the threads that it lacks without a look at whether the system refuses one, and then waits for that thread
// forever. Waiting: OpenMP's threads spin, which takes the processor from the loader's: on two busy cores a step of 1.3
// s took up to 75 s.
void need_libtorch_with(const cli::Context& context, int threads) {
  std::vector<std::string> missing;
  if (std::getenv("OMP_WAIT_POLICY") == nullptr) missing.emplace_back("OMP_WAIT_POLICY=passive");
  for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || value != std::to_string(threads)) missing.push_back(name + ("=" + std::to_string(threads)));
  }
  need_libtorch(context, missing);
}

// What a board that computes nothing cannot do.
void check_device(const Options& options, const cli::Context& context) {
  if (!on_emulated_board(options)) return;
  const auto refuse = [](const char* option, const char* reason) {
    if (option == nullptr) return;
    throw usage_error(std::string(option) + " cannot be combined with --device jetsim", reason);
  };
  refuse(cli::first_given({{"--model", !options.network.script.empty()},
                           {"--init", !options.network.weights.empty()},
                           {"--save", !options.save.empty()},
                           {"--precision", options.precision.has_value()},
                           {"--loader-only", options.loader_only},
                           {"--stages", options.loop.stages}}),
         "an emulated board trains no network");
  refuse(cli::first_given(
             {{"--decode", options.data.jpeg.decode != Decode::exact}, {"--decoder", !options.data.decoder.empty()}}),
         "an emulated board decodes no files");
  if (context.root.emulation()) return;
  throw usage_error("--device jetsim: --root is not an emulated board", "name a directory that `jetsim mount` serves");
}

Options with_decoder(Options options) {
  const std::string& file = options.data.decoder;
  if (!file.empty()) options.data.jpeg.plugin = std::make_shared<JpegPlugin>(file);
  return options;
}

// Trains, or answers requests.
int train(const Options& options, cli::Context& context) {
  if (!options.resume.empty() && !options.rows.output.empty() && context.format != io::RowFormat::tsv) {
    throw usage_error("--resume reads the rows of the earlier run, which must be TSV", "leave --format out");
  }
  check_device(options, context);
  check_data_options(workloads_of(options), options.data);
  if (uses_libtorch(options) || keeps_checkpoints(options)) need_libtorch_with(context, options.process.threads);
  if (!on_emulated_board(options) && io::Root().emulation()) {
    context.note(
        "the board here is emulated, but this machine trains: its times are measured; --device jetsim trains on the "
        "board");
  }
  Options equipped = with_decoder(options);
  equipped.rows.machine = machine_of(options, context);
  if (options.infer || !options.interleave.empty()) return run_inference(equipped, context);
  return run_training(equipped, context);
}

}  // namespace

cli::About about() {
  return {"trainstep",
          "Train a network and time stall, compute and end-to-end of every minibatch",
          "  trainstep resnet18 --data D --batch 16 --workers 1 --epochs 1 --epochs-out e.tsv > s.tsv\n"
          "  trainstep resnet18 --data D --workers 4 --stabilize 15s --max-steps 40\n"
          "  trainstep bert --synthetic --length 128 --batch 4 --max-steps 5\n"
          "  trainstep gpt2 --infer --prompt 64 --generate 32 --max-steps 5\n"
          "  trainstep --model net.pt --data D --loss cross-entropy\n"
          "  trainstep --interleave lenet+lenet --data MNIST --rate 50 --infer-batch 16 --max-steps 500\n"
          "  trainstep mobilenetv3 --data D --device jetsim --epochs 2 -o s.tsv\n"
          "  trainstep info mobilenetv3\n"
          "  trainstep what-if --compute compute.tsv --cold cold.tsv --workers 0,1,2,4\n",
          {&io::step_rows(), &io::epoch_rows(), &io::run_summary_rows(), &io::window_table().kind()}};
}

cli::Actions actions() {
  const auto options = std::make_shared<Options>();
  const auto of_options = [options](int (*action)(const Options&, cli::Context&)) {
    return [options, action](cli::Context& context) { return action(completed(*options), context); };
  };
  const cli::Subcommand info{"info",
                             "Describe a network without training it",
                             [options](cli::App& app) { declare_workload(app, *options); },
                             of_options(print_info),
                             {&info_rows()}};
  const auto settings = std::make_shared<WhatIfOptions>();
  const cli::Subcommand what_if{
      "what-if",
      "Predict the epoch time with other loader threads, disk, memory or batch",
      [settings](cli::App& app) { declare_what_if(app, *settings); },
      [settings, options](cli::Context& context) { return print_what_if(*settings, options->rows, context); },
      {&what_if_rows()}};
  const cli::DefaultAction training{
      [options](cli::App& app) { declare(app, *options); },
      of_options(train),
      {&training_summary().kind(SummaryForm::wide_row), &serving_summary().kind(SummaryForm::wide_row)}};
  return {{info, what_if}, training};
}

}  // namespace wattline::trainstep
