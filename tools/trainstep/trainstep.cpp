// SPDX-License-Identifier: Apache-2.0
#include "trainstep/trainstep.hpp"

#include <sched.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>

#include "base/error.hpp"
#include "io/child.hpp"
#include "io/rows.hpp"
#include "io/system_clock.hpp"
#include "platform/board.hpp"
#include "trainstep/data/idx.hpp"
#include "trainstep/data/image_folder.hpp"
#include "trainstep/run/report.hpp"

namespace wattline::trainstep {

namespace {

int available_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

// OpenMP's threads spin while they wait, which takes the processor from the loader's: on two busy cores a step of
// 1.3 s took up to 75 s. libgomp reads this setting before main().
void make_waiting_passive(const cli::Context& context) {
  if (context.argv.empty() || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  io::restart_with(context.argv, {"OMP_WAIT_POLICY=passive"});
}

View default_view(PictureSize size, int side, Random& random) {
  return random_resized_crop(size.width, size.height, side, random);
}

Dataset open_data(const Options& options) {
  if (options.workload.empty()) throw usage_error("a workload is required", "see trainstep --help");
  if (options.data.empty()) throw usage_error("--data is required", "give the folder of the data set");
  if (options.workload == "lenet") return mnist(options.data);
  ImageOptions images;
  images.decode = options.decode == "fast" ? Decode::fast : Decode::exact;
  images.view = default_view;
  Dataset set = image_folder(options.data, images);
  if (set.classes > 1000) throw data_error(options.data + ": more than the 1000 classes that resnet18 tells apart");
  return set;
}

Engine no_training() {
  return {[](const Batch&) {}, [] {}, [] { return std::numeric_limits<double>::quiet_NaN(); }};
}

Engine engine_of(Trainer& trainer) {
  return {[&trainer](const Batch& batch) { trainer.load(batch); }, [&trainer] { trainer.step(); },
          [&trainer] { return trainer.loss(); }};
}

// Where rows go, and what is kept for the summary.
class Report {
 public:
  Report(const Options& options, cli::Context& context, const io::Meta& meta)
      : steps_(context, options.rows, io::step_rows(), meta) {
    if (!options.epochs_out.empty())
      epochs_.emplace(context, file(options.epochs_out, options), io::epoch_rows(), meta);
    if (!options.summary.empty())
      summary_.emplace(context, file(options.summary, options), io::run_summary_rows(), meta);
  }

  // False when nobody reads the rows any more.
  bool step(const StepRecord& record) {
    write_step(steps_.rows(), record);
    return !steps_.output().reader_gone();
  }
  void epoch(const EpochRecord& record, const std::string& device) {
    done_.push_back(record);
    if (epochs_) write_epoch(epochs_->rows(), record, device);
  }
  void finish(const RunFacts& facts) {
    if (summary_) write_summary(summary_->rows(), facts, done_);
  }
  bool reader_gone() { return steps_.output().reader_gone(); }

 private:
  static cli::RowOptions file(const std::string& path, const Options& options) {
    cli::RowOptions rows;
    rows.output = path;
    rows.append = options.rows.append;
    return rows;
  }
  cli::RowStream steps_;
  std::optional<cli::RowStream> epochs_, summary_;
  std::vector<EpochRecord> done_;
};

io::Meta meta_of(const Options& options, const Dataset& set, int threads) {
  io::Meta meta{{"workload", options.workload},
                {"data", set.path},
                {"samples", std::to_string(set.size)},
                {"threads", std::to_string(threads)},
                {"seed", std::to_string(options.seed)}};
  if (!options.loader_only) {
    for (const auto& fact : library_facts()) meta.push_back(fact);
  }
  return meta;
}

Order order_of(const Options& options, std::size_t size, std::int64_t epoch) {
  if (options.order == "sequential") return sequential_order(size);
  return shuffled_order(size, mix64(options.seed, static_cast<std::uint64_t>(epoch)));
}

std::string choose_device(const Options& options) {
  if (options.device != "auto") return options.device;
  if (options.loader_only) return "cpu";
  if (cuda_usable()) return "cuda";
  if (platform::detect_board(io::Root()).is_jetson()) {
    throw unavailable("CUDA: cannot be used by this LibTorch",
                      "install NVIDIA's build of PyTorch, or say --device cpu");
  }
  return "cpu";
}

std::unique_ptr<Trainer> make_trainer(const Options& options, const std::string& device, int threads) {
  configure_process(threads, device == "cpu");
  TrainerOptions training = options.trainer;
  training.network = options.workload;
  training.device = device;
  training.seed = options.seed;
  return std::make_unique<Trainer>(training);
}

void train(const Options& options, cli::Context& context, const Dataset& set, Engine engine, const std::string& device,
           Report& report) {
  io::SystemClock host_clock;  // trainstep runs on the host, also when --root names an emulated board
  Clock& clock = context.root.emulation() ? host_clock : context.clock;
  LoaderOptions loading = options.loader;
  loading.seed = options.seed;
  Loader loader(set, loading);
  Loop loop(loader, std::move(engine), host_timer(clock), clock, options.loop);
  loop.on_step = [&](const StepRecord& step) { return report.step(step) && context.signals.stop() == 0; };
  const auto go_on = [&] { return context.signals.stop() == 0 && !report.reader_gone(); };
  for (std::int64_t epoch = 0; epoch < options.epochs && go_on(); ++epoch) {
    report.epoch(loop.run(epoch, order_of(options, set.size, epoch)), device);
  }
}

}  // namespace

int run(const Options& options, cli::Context& context) {
  if (!options.loader_only) make_waiting_passive(context);
  const Dataset set = open_data(options);
  const int threads = options.threads > 0 ? options.threads : available_processors();
  RunFacts facts{options.workload, choose_device(options)};
  std::unique_ptr<Trainer> trainer;
  if (!options.loader_only) {
    trainer = make_trainer(options, facts.device, threads);
    facts.parameters = trainer->parameters();
  }
  Report report(options, context, meta_of(options, set, threads));
  train(options, context, set, trainer ? engine_of(*trainer) : no_training(), facts.device, report);
  const int stop = context.signals.stop();
  if (stop != 0) facts.stop("signal " + std::to_string(stop));
  report.finish(facts);
  return stop != 0 ? 128 + stop : to_int(ExitCode::ok);
}

}  // namespace wattline::trainstep
