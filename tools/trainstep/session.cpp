// SPDX-License-Identifier: Apache-2.0
#include "trainstep/session.hpp"

#include <fmt/format.h>
#include <sched.h>

#include "base/error.hpp"
#include "platform/board/detect_board.hpp"
#include "trainstep/cached_first.hpp"
#include "trainstep/run/cuda.hpp"

namespace wattline::trainstep {

namespace {

int available_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

int threads_of(const Options& options) {
  return options.threads > 0 ? options.threads : available_processors();
}

OptimiserOptions optimiser_of(const Options& options, const Workload& workload) {
  OptimiserOptions optimiser = workload.optimiser;
  if (options.optimiser && *options.optimiser != optimiser.name) optimiser = {*options.optimiser, 0.01, 0.9, 0, 0};
  optimiser.learning_rate = options.learning_rate.value_or(optimiser.learning_rate);
  optimiser.momentum = options.momentum.value_or(optimiser.momentum);
  optimiser.weight_decay = options.weight_decay.value_or(optimiser.weight_decay);
  optimiser.clip = options.clip.value_or(optimiser.clip);
  return optimiser;
}

std::string number(double value) {
  return fmt::format("{:g}", value);
}

}  // namespace

const Workload& workload_of(const Options& options) {
  if (options.operands.empty() && !options.network.script.empty()) return find_workload("resnet18");
  if (options.operands.empty()) throw usage_error("a workload is required", "see trainstep --help");
  return find_workload(options.operands.back());
}

Dataset dataset_of(const Options& options, const Workload& workload) {
  DataOptions data = options.data;
  data.decode = options.decode == "fast" ? Decode::fast : Decode::exact;
  data.vocabulary = options.network.vocabulary;
  return open_dataset(workload, data, options.synthetic);
}

std::string device_of(const Options& options, const io::Root& host) {
  if (options.device != "auto") return options.device;
  if (options.loader_only) return "cpu";
  if (cuda_usable()) return "cuda";
  if (platform::detect_board(host).is_jetson()) {
    throw unavailable("CUDA: cannot be used by this LibTorch",
                      "install NVIDIA's build of PyTorch, or say --device cpu");
  }
  return "cpu";
}

void configure(const Options& options, const std::string& device) {
  ProcessOptions process = options.process;
  process.threads = threads_of(options);
  process.keep_memory = device == "cpu" && options.allocator == "keep";
  configure_process(process);
}

std::unique_ptr<Trainer> make_trainer(const Options& options, const Workload& workload, const std::string& device) {
  TrainerOptions trainer;
  trainer.network = options.network;
  trainer.network.name = workload.name;
  trainer.optimiser = optimiser_of(options, workload);
  trainer.device = device;
  trainer.seed = options.seed;
  trainer.channels_last = options.channels_last;
  return std::make_unique<Trainer>(trainer);
}

Order order_of(const Options& options, const Workload& workload, const Dataset& set, std::int64_t epoch) {
  const bool shuffles = workload.shuffled && options.data.preset != "srfp2024";
  const auto shuffled = [&] {
    return shuffled_order(set.size, mix64(options.seed, static_cast<std::uint64_t>(epoch)));
  };
  if (options.order == "shuffle") return shuffled();
  if (options.order == "sequential") return sequential_order(set.size);
  const Order usual = shuffles ? shuffled() : sequential_order(set.size);
  return options.order == "cached-first" ? cached_first_order(set, usual) : usual;
}

LoaderOptions loading_of(const Options& options) {
  LoaderOptions loading = options.loader;
  loading.seed = options.seed;
  loading.skip_bad = options.on_bad == "skip";
  return loading;
}

Memory memory_of(const Options& options, const std::string& device) {
  if (options.memory == "pageable") return plain_memory();
  if (device == "cpu") {
    throw unavailable("--memory " + options.memory + ": this run computes on the processor",
                      "only a GPU reads such memory: leave it out, or see --device cuda");
  }
  return cuda_memory(require_cuda(), options.memory);
}

io::Meta meta_of(const Options& options, const Workload& workload, const Dataset& set, const std::string& device) {
  const OptimiserOptions o = optimiser_of(options, workload);
  io::Meta meta{{"workload", workload.name},
                {"model", options.network.script.empty() ? workload.name : options.network.script},
                {"data", set.path},
                {"samples", std::to_string(set.size)},
                {"device", device},
                {"threads", std::to_string(threads_of(options))},
                {"seed", std::to_string(options.seed)},
                {"batch", std::to_string(options.loader.batch)},
                {"workers", std::to_string(options.loader.workers)},
                {"prefetch", std::to_string(options.loader.prefetch)},
                {"decode", options.decode},
                {"on_bad", options.on_bad},
                {"order", options.order.empty() ? "default" : options.order},
                {"memory", options.memory},
                {"allocator", options.allocator},
                {"channels_last", options.channels_last ? "1" : "0"},
                {"tf32", options.process.tf32 ? "1" : "0"},
                {"cudnn_benchmark", options.process.cudnn_benchmark ? "1" : "0"},
                {"deterministic", options.process.deterministic ? "1" : "0"},
                {"optimiser", o.name},
                {"learning_rate", number(o.learning_rate)},
                {"momentum", number(o.momentum)},
                {"weight_decay", number(o.weight_decay)},
                {"clip", number(o.clip)}};
  if (options.loader_only) return meta;
  for (const auto& fact : library_facts()) meta.push_back(fact);
  return meta;
}

}  // namespace wattline::trainstep
