// SPDX-License-Identifier: Apache-2.0
#include "trainstep/serve.hpp"

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/rows.hpp"
#include "trainstep/run/report.hpp"
#include "trainstep/run/summary.hpp"
#include "trainstep/session.hpp"

namespace wattline::trainstep {

namespace {

// A network with an endless supply of minibatches for it.
class Source {
 public:
  Source(const Options& options, const Workload& workload, const std::string& device, std::size_t batch, bool endless)
      : options_(options),
        workload_(workload),
        set_(dataset_of(options, workload)),
        trainer_(make_trainer(options, workload, device)),
        loader_(set_, loading(options, batch), memory_of(options, device)),
        endless_(endless) {
    start();
  }

  bool train() {
    if (!fetch()) return false;
    trainer_->step();
    trainer_->loss();  // waits for a GPU
    return true;
  }
  bool infer() {
    if (!fetch()) return false;
    trainer_->infer();
    return true;
  }
  const Dataset& set() const { return set_; }
  std::int64_t parameters() const { return trainer_->parameters(); }

 private:
  static LoaderOptions loading(const Options& options, std::size_t batch) {
    LoaderOptions loading = loading_of(options);
    loading.batch = batch;
    return loading;
  }
  void start() {
    loader_.start(order_of(options_, workload_, set_, epoch_), static_cast<std::uint64_t>(epoch_));
    ++epoch_;
  }
  // Only whole minibatches: times of others do not compare.
  bool fetch() {
    const Batch* batch = loader_.next();
    if (batch == nullptr || batch->samples < loader_.batch_size()) {
      if (!endless_ && epoch_ >= options_.epochs) return false;
      start();
      batch = loader_.next();
    }
    trainer_->load(*batch);
    return true;
  }
  const Options& options_;
  const Workload& workload_;
  Dataset set_;
  std::unique_ptr<Trainer> trainer_;
  Loader loader_;
  bool endless_;
  std::int64_t epoch_ = 0;
};

Policy policy_of(const std::string& name) {
  if (name == "round-robin") return Policy::round_robin;
  return name == "streams" ? Policy::streams : Policy::managed;
}

// TRAIN+INFER, or with --infer the workload alone.
struct Pair {
  std::string train, infer;
};

Pair pair_of(const Options& options) {
  if (options.interleave.empty()) return {"", workload_of(options).name};
  const auto parts = split(options.interleave, '+');
  if (parts.size() != 2) throw usage_error("--interleave " + options.interleave + ": not TRAIN+INFER");
  if (options.serving.rate <= 0) throw usage_error("--interleave: --rate is required");
  return {std::string(parts[0]), std::string(parts[1])};
}

Options inference_options(const Options& options) {
  Options inference = options;
  if (!options.infer_data.empty()) inference.data.path = options.infer_data;
  return inference;
}

}  // namespace

int run_serving(const Options& options, cli::Context& context) {
  if (options.on_bad == "skip") throw usage_error("--on-bad skip: not with --infer or --interleave");
  const Pair pair = pair_of(options);
  const Options inference = inference_options(options);
  if (options.hooks.any() || options.resume) {
    throw usage_error("--resume, --marks, --gpio, --epoch-hook, --residency: not with inference, which has no epochs");
  }
  RunFacts facts;
  facts.workload = options.interleave.empty() ? pair.infer : options.interleave;
  facts.device = device_of(options);
  configure(options, facts.device);
  ServingFacts serving{options.serving, 0, 0};
  serving.options.policy = policy_of(options.policy);
  serving.options.max_steps = options.loop.max_steps;
  const auto batch = static_cast<std::size_t>(options.serving.batch);
  const Workload& served = find_workload(pair.infer);
  Source infer(inference, served, facts.device, batch, !pair.train.empty());
  std::unique_ptr<Source> train;
  if (!pair.train.empty()) {
    train = std::make_unique<Source>(options, find_workload(pair.train), facts.device, options.loader.batch, false);
  }
  HostClock clock(context);
  Interleave loop({[&infer] { return infer.infer(); },
                   train ? std::function<bool()>([&train] { return train->train(); }) : nullptr},
                  *clock, serving.options);
  cli::RowStream stream(context, options.rows, io::window_rows(), meta_of(options, served, infer.set(), facts.device));
  std::vector<WindowRecord> windows;
  loop.on_window = [&](const WindowRecord& window) {
    windows.push_back(window);
    write_window(stream.rows(), window, options.serving.batch);
    return context.signals.stop() == 0 && !stream.output().reader_gone();
  };
  loop.run();
  const int stop = context.signals.stop();
  if (stop != 0) facts.stop("signal " + std::to_string(stop), !windows.empty());
  serving.inference_s = loop.inference_s();
  serving.training_s = loop.training_s();
  if (!options.summary.empty()) {
    cli::RowOptions rows;
    rows.output = options.summary;
    cli::RowStream summary(context, rows, io::run_summary_rows());
    write_serving_summary(summary.rows(), facts, serving, windows);
  }
  return stop != 0 ? 128 + stop : to_int(ExitCode::ok);
}

}  // namespace wattline::trainstep
