// SPDX-License-Identifier: Apache-2.0
#include "trainstep/options.hpp"

#include <sched.h>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "trainstep/language_flags.hpp"

namespace wattline::trainstep {

namespace {

const cli::Choices<Decode> kDecode{{"exact", Decode::exact}, {"fast", Decode::fast}};
const cli::Choices<SampleOrder> kOrder{{"shuffle", SampleOrder::shuffle},
                                       {"sequential", SampleOrder::sequential},
                                       {"cached-first", SampleOrder::cached_first}};
const cli::Choices<Loss> kLoss{
    {"cross-entropy", Loss::cross_entropy}, {"mse", Loss::mse}, {"l1", Loss::l1}, {"bce", Loss::bce}};
const cli::Choices<Optimizer> kOptimizer{
    {"sgd", Optimizer::sgd}, {"adam", Optimizer::adam}, {"adamw", Optimizer::adamw}};
const cli::Choices<RateSchedule> kSchedule{
    {"constant", RateSchedule::constant}, {"step", RateSchedule::step}, {"cosine", RateSchedule::cosine}};
const cli::Choices<SharingPolicy> kPolicy{{to_string(SharingPolicy::managed), SharingPolicy::managed},
                                          {to_string(SharingPolicy::round_robin), SharingPolicy::round_robin},
                                          {to_string(SharingPolicy::streams), SharingPolicy::streams}};
const cli::Choices<std::optional<Device>> kDevice{
    {"auto", std::nullopt}, {"cpu", Device::cpu}, {"cuda", Device::cuda}, {"jetsim", Device::jetsim}};
const cli::Choices<Precision> kPrecision{{"default", Precision::standard},
                                         {"fp32", Precision::fp32},
                                         {"tf32", Precision::tf32},
                                         {"fp16", Precision::fp16},
                                         {"bf16", Precision::bf16}};
const cli::Choices<MemoryKind> kMemory{{"pageable", MemoryKind::pageable},
                                       {"pinned", MemoryKind::pinned},
                                       {"mapped", MemoryKind::mapped},
                                       {"managed", MemoryKind::managed}};
const cli::Choices<SummaryForm> kSummaryForm{{"long", SummaryForm::long_rows}, {"wide", SummaryForm::wide_row}};
const cli::Choices<Preset> kPreset{{"srfp2024", Preset::srfp2024}, {"ultralytics", Preset::ultralytics}};
const cli::Choices<bool> kSkipBad{{"stop", false}, {"skip", true}};
const cli::Choices<bool> kStopAtNan{{"go", false}, {"stop", true}};
const cli::Choices<bool> kKeepMemory{{"keep", true}, {"system", false}};

template <class Enum>
const char* name_of(const cli::Choices<Enum>& choices, Enum value) {
  for (const auto& [name, choice] : choices) {
    if (choice == value) return name;
  }
  return "";
}

constexpr double kMostSamples = 1e12, kMostFloat = 1e30;  // LibTorch computes with floats
constexpr double kLeastRate = 1e-4, kMostRate = 1e6;      // requests per second: one in three hours, one per us

// The coarsest of a detector's maps has one cell for 32 pixels.
cli::ValueCheck multiple_of_32() {
  const auto problem = [](const std::string& text) {
    return to_int64(text).value_or(1) % 32 == 0 ? "" : text + " is not a multiple of 32";
  };
  return {problem, ""};
}

void declare_data(cli::App& app, Options& o) {
  app.add_option("--data", o.data.path, "Folder or file of the data set");
  app.add_option("--labels", o.data.labels,
                 "Table of the classes of images in one folder: image_id,class or one number per line");
  cli::add_choice(app, "--preset", o.data.preset, kPreset, "Prepare samples and train as in a published work");
  app.add_option("--image-size", o.data.image_size, "Side of the square that images with boxes are fitted into [320]")
      .check(cli::between(32, 2048))
      .check(multiple_of_32());
  app.add_flag("--synthetic", o.synthetic, "Use synthetic samples of the right shape, made in memory");
  app.add_option("--samples", o.data.samples, "Size of a synthetic set")
      .check(cli::between(1, kMostSamples))
      .capture_default_str();
  app.add_option("--length", o.data.length, "Number of tokens of a sample").check(cli::between(2, 1'048'576));
  app.add_option("--vocabulary", o.network.vocabulary, "Number of different tokens")
      .check(cli::between(10, 10'000'000));
  cli::add_choice(app, "--decode", o.data.jpeg.decode, kDecode, "JPEG decoding: exact, or fast with coarser pixels");
  app.add_option("--decoder", o.data.decoder, "Decode JPEG files with the shared library FILE [libjpeg]")
      .type_name("FILE");
  cli::add_choice(app, "--order", o.order, kOrder, "Order of the samples [the workload's]");
}

void declare_loader(cli::App& app, Options& o) {
  o.loader.batch = 0;  // the trained network's usual one
  app.add_option("--batch", o.loader.batch, "Samples in a minibatch [16, of a language model 4]")
      .check(cli::between(1, 1'000'000));
  app.add_option("--workers", o.loader.workers, "Loader threads; 0 = the training thread loads its own samples")
      .check(cli::between(0, 256))
      .capture_default_str();
  app.add_option("--prefetch", o.loader.prefetch, "Minibatches that each worker prepares ahead")
      .check(cli::between(1, 1024))
      .capture_default_str();
  cli::add_choice(app, "--on-bad", o.loader.skip_bad, kSkipBad,
                  "What to do at a broken or missing file: stop, or skip the sample");
  app.add_flag("--validate", o.validate, "After each epoch, compute loss and accuracy on other samples");
  app.add_option("--validate-data", o.data.validation, "Data set for that [the test set in the folder of --data]");
  app.add_flag("--loader-only", o.loader_only, "Load minibatches without training");
}

void declare_loop(cli::App& app, Options& o) {
  app.add_option("--epochs", o.epochs, "Passes over the data").check(cli::between(1, 1'000'000)).capture_default_str();
  app.add_option("--max-steps", o.loop.max_steps, "End each epoch after N counted steps").check(cli::not_negative());
  cli::add_duration(app, "--stabilize", o.loop.stabilize_ns,
                    "Do not count steps that begin within TIME after an epoch's first one [0]");
  app.add_flag("--stages", o.loop.stages, "Measure the times of forward pass, backward pass and optimizer");
}

void declare_network(cli::App& app, Options& o) {
  app.add_option("--model", o.network.script, "Train this TorchScript file instead of the workload's network");
  cli::add_choice(app, "--loss", o.network.loss, kLoss, "Loss of --model");
  app.add_option("--dropout", o.network.dropout, "Share of values dropped [the network's]")
      .check(cli::between(0.0, 0.99));
  cli::add_choice(app, "--optimizer", o.optimizer, kOptimizer, "Optimizer [the workload's]");
  app.add_option("--lr", o.learning_rate, "Learning rate").check(cli::between(0, kMostFloat));
  app.add_option("--momentum", o.momentum, "Momentum of sgd").check(cli::between(0.0, 1.0));
  app.add_option("--weight-decay", o.weight_decay, "Weight decay").check(cli::between(0, kMostFloat));
  app.add_option("--clip", o.clip, "Largest norm of the gradients; 0 = no limit").check(cli::between(0, kMostFloat));
  app.add_option("--accumulate", o.accumulate, "Minibatches whose mean gradient makes one update")
      .check(cli::between(1, 1'000'000))
      .capture_default_str();
  cli::add_choice(app, "--schedule", o.rate.schedule, kSchedule, "How the learning rate falls in the run");
  app.add_option("--warmup", o.rate.warmup, "Updates in which the learning rate rises to --lr [0]")
      .check(cli::not_negative());
  cli::add_choice(app, "--precision", o.precision, kPrecision,
                  "Numbers to compute with: fp16 and bf16 as PyTorch's autocast [default, or the preset's]");
  cli::add_choice(app, "--on-nan", o.stop_at_nan, kStopAtNan, "What to do when the loss is not finite: go on, or stop");
  app.add_option("--init", o.network.weights, "Begin with the weights in FILE: a state_dict, or what --save wrote");
  app.add_option("--save", o.save, "Write the weights to FILE at the end; with --model the whole network");
}

void declare_serving(cli::App& app, Options& o) {
  app.add_flag("--infer", o.infer, "Answer inference requests instead of training");
  app.add_option("--interleave", o.interleave, "Train one workload and serve another (or the same): TRAIN+INFER");
  app.add_option("--rate", o.serving.arrivals.rate, "Requests per second [as fast as they are answered]")
      .check(cli::between(kLeastRate, kMostRate));
  app.add_option("--arrivals", o.arrivals, "How requests arrive: constant, poisson, or at the times in a FILE of rows")
      .type_name("constant|poisson|FILE");
  o.serving.batch = 0;  // the served network's usual one
  app.add_option("--infer-batch", o.serving.batch, "Requests in an inference minibatch [16, of a language model 1]")
      .check(cli::between(1, 100'000));
  app.add_option("--infer-data", o.infer_data, "Data set of the requests [--data]");
  cli::add_choice(app, "--policy", o.serving.policy, kPolicy,
                  "How training and inference share the device [managed if that is possible]");
  cli::add_duration(app, "--latency", o.serving.latency_limit_ns, "Count requests that took longer than TIME");
}

void declare_machine(cli::App& app, Options& o) {
  cli::add_choice(app, "--device", o.device, kDevice,
                  "Device that computes; with jetsim, a step takes as long as on the emulated board of --root");
  app.add_option("--threads", o.process.threads, "Threads of one operation [all available processors]")
      .check(cli::between(1, 1024));
  app.add_option("--seed", o.seed, "Seed of weights, order and transforms")
      .check(cli::not_negative())
      .capture_default_str();
  cli::add_choice(app, "--allocator", o.process.keep_memory, kKeepMemory,
                  "Keep the freed memory of CPU tensors for reuse, or return it to the system");
  cli::add_choice(app, "--memory", o.memory, kMemory, "Kind of host memory that holds the minibatches");
  app.add_flag("--channels-last", o.channels_last, "Keep images and weights in the channels-last memory format");
  app.add_flag("--cudnn-benchmark", o.process.cudnn_benchmark, "Let cuDNN try algorithms and keep the fastest");
  app.add_flag("--deterministic", o.process.deterministic, "Use only deterministic cuDNN algorithms");
}

void declare_hooks(cli::App& app, Options& o) {
  app.add_option("--marks", o.hooks.marks, "Write a label per epoch, or per window of inference, to this FIFO");
  app.add_option("--gpio", o.hooks.gpio, "Drive this output line (CHIP:LINE) high during each step or inference");
  app.add_option("--epoch-hook", o.hooks.epoch_command, "Shell command to run before each epoch");
  app.add_option("--phase-hook", o.hooks.phase_command, "Shell command to run between inference and training");
  app.add_option("--residency", o.hooks.residency, "Measure how much of DIR is in the page cache at each epoch's end");
  app.add_option("--residency-out", o.hooks.residency_out, "Write these measurements, and one before the run, to FILE");
}

}  // namespace

void declare_workload(cli::App& app, Options& options) {
  app.add_option("WORKLOAD", options.workload, join(workload_names(), ", "));
}

void declare(cli::App& app, Options& options) {
  declare_workload(app, options);
  declare_data(app, options);
  declare_loader(app, options);
  declare_loop(app, options);
  declare_network(app, options);
  declare_language(app, options.network, options.serving);
  declare_serving(app, options);
  declare_machine(app, options);
  declare_hooks(app, options);
  app.add_option("--epochs-out", options.epochs_out, "Write one row per epoch to FILE (- = standard output)");
  app.add_option("--checkpoint", options.checkpoint, "Write all that the run needs to go on to FILE, after each epoch")
      .type_name("FILE");
  app.add_option("--every", options.every, "Write the checkpoint after every N minibatches, too")
      .check(cli::between(1, 1e9));
  app.add_option("--resume", options.resume, "Go on from the checkpoint in FILE").type_name("FILE");
  app.add_option("--summary", options.summary, "Write the run's summary to FILE (- = standard output)");
  cli::add_choice(app, "--summary-form", options.summary_form, kSummaryForm,
                  "One row per value of the summary, or one row with a column per value");
  cli::declare_rows(app, options.rows);
}

int available_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

const char* to_string(Decode decode) {
  return name_of(kDecode, decode);
}
const char* to_string(SampleOrder order) {
  return name_of(kOrder, order);
}
const char* to_string(Preset preset) {
  return name_of(kPreset, preset);
}
const char* to_string(Optimizer optimizer) {
  return name_of(kOptimizer, optimizer);
}
const char* to_string(MemoryKind memory) {
  return name_of(kMemory, memory);
}

}  // namespace wattline::trainstep
