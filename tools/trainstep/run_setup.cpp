// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run_setup.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "platform/board/detect_board.hpp"
#include "trainstep/cached_first.hpp"
#include "trainstep/language_facts.hpp"
#include "trainstep/net/process_settings.hpp"
#include "trainstep/run/cuda.hpp"
#include "trainstep/run/emulated_loader.hpp"
#include "trainstep/training_length.hpp"

namespace wattline::trainstep {

namespace {

std::optional<UltralyticsRun> ultralytics_of(const Options& options, const Workload& workload, const Dataset* set) {
  if (options.data.preset != Preset::ultralytics || workload.samples != Samples::boxes || set == nullptr) return {};
  const auto count = [](std::size_t n) { return static_cast<std::int64_t>(n); };
  return UltralyticsRun{count(set->size), count(options.loader.batch), options.epochs, workload.classes};
}

OptimizerOptions optimizer_of(const Options& options, const Workload& workload, const Dataset* set) {
  if (const auto run = ultralytics_of(options, workload, set)) {
    const UltralyticsSchedule schedule(*run);
    return {schedule.uses_adamw() ? Optimizer::adamw : Optimizer::sgd, schedule.learning_rate(), schedule.momentum(),
            schedule.weight_decay(), schedule.clip()};
  }
  OptimizerOptions optimizer = workload.optimizer;
  if (options.optimizer && *options.optimizer != optimizer.kind) optimizer = {*options.optimizer, 0.01, 0.9, 0, 0};
  optimizer.learning_rate = options.learning_rate.value_or(optimizer.learning_rate);
  optimizer.momentum = options.momentum.value_or(optimizer.momentum);
  optimizer.weight_decay = options.weight_decay.value_or(optimizer.weight_decay);
  optimizer.clip = options.clip.value_or(optimizer.clip);
  return optimizer;
}

std::string number(double value) {
  return fmt::format("{:g}", value);
}

}  // namespace

const Workload& workload_of(const Options& options) {
  if (!options.workload.empty()) return find_workload(options.workload);
  if (options.network.script.empty()) throw usage_error("a workload is required", "see trainstep --help");
  return find_workload("resnet18");
}

std::vector<std::string> workloads_of(const Options& options) {
  if (options.interleave.empty()) return {workload_of(options).name};
  std::vector<std::string> names;
  for (const std::string_view name : split(options.interleave, '+')) names.emplace_back(name);
  if (names.size() != 2) throw usage_error("--interleave " + options.interleave + " is not TRAIN+INFER");
  return names;
}

Device device_of(const Options& options, const io::Root& host) {
  if (options.device) return *options.device;
  if (options.loader_only) return Device::cpu;
  if (cuda_usable()) return Device::cuda;
  if (platform::detect_board(host).is_jetson()) {
    throw unavailable("CUDA: this LibTorch cannot use it", "install NVIDIA's build of PyTorch, or use --device cpu");
  }
  return Device::cpu;
}

Precision precision_of(const Options& options, Device device) {
  if (device != Device::cuda) {
    const Precision precision = options.precision.value_or(Precision::fp32);
    return precision == Precision::standard ? Precision::fp32 : precision;
  }
  // As Ultralytics, which uses AMP on GPUs only.
  const bool amp = options.data.preset == Preset::ultralytics;
  const Precision precision = options.precision.value_or(amp ? Precision::fp16 : Precision::standard);
  const bool ampere = precision == Precision::tf32 || precision == Precision::bf16;
  if (ampere && !computes_in_tf32(require_cuda())) {
    throw unavailable(std::string("--precision ") + to_string(precision) + ": this GPU is older than Ampere",
                      "use --precision fp16 or fp32");
  }
  return precision;
}

Origin origin_of(const Options& options, Device device) {
  Origin origin{source_of(options), device, std::nullopt};
  if (uses_libtorch(options)) origin.precision = to_string(precision_of(options, device));
  return origin;
}

void configure(const Options& options, Device device) {
  if (device == Device::jetsim) return;
  ProcessSettings process = options.process;
  process.precision = precision_of(options, device);
  process.keep_memory = process.keep_memory && device == Device::cpu;
  apply_process_settings(process);
}

RateOptions rate_of(const Options& options, const Dataset* set) {
  RateOptions rate = options.rate;
  if (set == nullptr) return rate;
  rate.updates = std::max<std::int64_t>(1, updates_of_run(options, *set));
  return rate;
}

std::unique_ptr<Trainer> make_trainer(const Options& options, const Workload& workload, Device device,
                                      const Dataset* set) {
  TrainerOptions trainer;
  trainer.network = options.network;
  trainer.network.name = workload.name;
  trainer.optimizer = optimizer_of(options, workload, set);
  trainer.ultralytics = ultralytics_of(options, workload, set);
  trainer.device = device;
  trainer.seed = options.seed;
  trainer.accumulate = options.accumulate;
  trainer.rate = rate_of(options, set);
  trainer.channels_last = options.channels_last;
  trainer.precision = precision_of(options, device);
  if (workload.samples == Samples::language) trainer.generate = options.serving.generate;
  return std::make_unique<Trainer>(trainer);
}

std::optional<std::int64_t> Computer::parameters() const {
  return network ? std::optional(network->parameters()) : std::nullopt;
}

Computer make_computer(const Options& options, const Workload& workload, const Dataset& set, Device device,
                       cli::Context& context) {
  Computer computer;
  if (device == Device::jetsim) {
    computer.gpu = std::make_shared<EmulatedGpu>(context.root, context.signals, workload.name, options.seed);
    computer.engine = engine_of(computer.gpu);
  } else {
    computer.network = make_trainer(options, workload, device, &set);
    computer.engine = engine_of(computer.network);
  }
  return computer;
}

Timer timer_of(const Computer& computer, Device device, Clock& clock) {
  if (device == Device::cpu) return host_timer(clock);
  if (device == Device::jetsim) return emulated_timer(computer.gpu, clock);
  return cuda_timer(require_cuda(), computer.stream);
}

void use_own_stream(Computer& computer, StreamPriority priority) {
  const CudaRuntime runtime = require_cuda();
  computer.stream = cuda_stream(runtime, priority);
  runtime.stream_synchronize(nullptr);  // the weights were copied on the default stream
  computer.engine = on_stream(computer.engine, computer.stream);
}

void report_left_out(const Dataset& set, cli::Context& context) {
  if (!set.torn_file.empty()) context.warn_torn(set.torn_file);
  if (!set.left_out_images.empty()) context.warn_once(set.path, "left out: " + set.left_out_images);
  if (!set.left_out_files.empty()) context.note(set.path + ": left out, as no images: " + set.left_out_files);
}

LoaderOptions loader_of(const Options& options, const io::Root& root) {
  LoaderOptions loader = options.loader;
  if (on_emulated_board(options)) loader.time_scale = root.emulation()->time_scale;
  return loader;
}

LoaderOptions training_loader(const Options& options, const Workload& workload, const io::Root& root) {
  LoaderOptions loader = loader_of(options, root);
  if (on_emulated_board(options) && !options.synthetic) {
    loader.preparer = emulated_loader(root, workload.name, loader.workers);
  }
  return loader;
}

Order order_of(const Options& options, const Workload& workload, const Dataset& set, std::int64_t epoch) {
  const bool shuffles = workload.shuffled && options.data.preset != Preset::srfp2024;
  const auto shuffled = [&] {
    return shuffled_order(set.size, mix64(options.seed, static_cast<std::uint64_t>(epoch)));
  };
  if (options.order == SampleOrder::shuffle) return shuffled();
  if (options.order == SampleOrder::sequential) return sequential_order(set.size);
  const Order usual = shuffles ? shuffled() : sequential_order(set.size);
  return options.order == SampleOrder::cached_first ? cached_first_order(set, usual) : usual;
}

Memory memory_of(const Options& options, Device device) {
  if (options.memory == MemoryKind::pageable) return plain_memory();
  if (device != Device::cuda) {
    throw unavailable(std::string("--memory ") + to_string(options.memory) + " requires a GPU",
                      "leave it out, or use --device cuda");
  }
  return cuda_memory(require_cuda(), options.memory);
}

std::string name_of(const Options& options, const Workload& workload) {
  const std::string& script = options.network.script;
  return script.empty() ? workload.name : script.substr(script.rfind('/') + 1);
}

io::Meta meta_of(const Options& options, const Workload& workload, const Dataset& set, Device device) {
  const OptimizerOptions o = optimizer_of(options, workload, &set);
  io::Meta meta{{"workload", name_of(options, workload)},
                {"model", options.network.script.empty() ? workload.name : options.network.script},
                {"data", set.path},
                {"samples", std::to_string(set.size)},
                {"preset", options.data.preset ? to_string(*options.data.preset) : "none"},
                {"init", options.network.weights.empty() ? "random" : options.network.weights},
                {"device", to_string(device)},
                {"source", source_of(options)},
                {"threads", std::to_string(options.process.threads)},
                {"seed", std::to_string(options.seed)},
                {"batch", std::to_string(options.loader.batch)},
                {"workers", std::to_string(options.loader.workers)},
                {"prefetch", std::to_string(options.loader.prefetch)},
                {"decode", to_string(options.data.jpeg.decode)},
                {"decoder", options.data.decoder.empty() ? "libjpeg" : options.data.decoder},
                {"on_bad", options.loader.skip_bad ? "skip" : "stop"},
                {"order", options.order ? to_string(*options.order) : "default"},
                {"memory", to_string(options.memory)},
                {"allocator", options.process.keep_memory ? "keep" : "system"},
                {"channels_last", options.channels_last ? "1" : "0"},
                {"precision", std::string(origin_of(options, device).precision.value_or("NA"))},
                {"cudnn_benchmark", options.process.cudnn_benchmark ? "1" : "0"},
                {"deterministic", options.process.deterministic ? "1" : "0"},
                {"optimizer", to_string(o.kind)},
                {"learning_rate", number(o.learning_rate)},
                {"momentum", number(o.momentum)},
                {"weight_decay", number(o.weight_decay)},
                {"clip", number(o.clip)},
                {"accumulate", std::to_string(options.accumulate)},
                {"schedule", in_words(rate_of(options, &set))}};
  for (const auto& fact : language_meta(options, workload)) meta.push_back(fact);
  const SampleField& first = set.fields.front();
  if (first.name == "image") meta.emplace_back("image_size", std::to_string(first.shape.back()));
  if (on_emulated_board(options)) {
    meta.emplace_back("emulated_parts", options.synthetic ? "copying to the device, computing"
                                                          : "preparing samples, copying to the device, computing");
    meta.emplace_back("measured_parts", options.synthetic ? "preparing and waiting for samples" : "reading");
  }
  if (!uses_libtorch(options)) return meta;
  for (const auto& fact : library_facts()) meta.push_back(fact);
  return meta;
}

io::Root machine_of(const Options& options, const cli::Context& context) {
  return on_emulated_board(options) ? context.root : io::Root();
}

}  // namespace wattline::trainstep
