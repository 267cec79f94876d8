// SPDX-License-Identifier: Apache-2.0
#include "trainstep/serve.hpp"

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/rows.hpp"
#include "trainstep/ending.hpp"
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

void check_options(const Options& options) {
  if (options.on_bad == "skip") throw usage_error("--on-bad skip: not with --infer or --interleave");
  if (options.hooks.any() || options.resume) {
    throw usage_error("--resume, --marks, --gpio, --epoch-hook, --residency: not with inference, which has no epochs");
  }
}

class Serving {
 public:
  Serving(const Options& options, cli::Context& context)
      : options_(options),
        inference_(inference_options(options)),
        context_(context),
        clock_(context),
        pair_(pair_of(options)),
        incidents_(context.root) {
    facts_.workload = options.interleave.empty() ? pair_.infer : options.interleave;
    serving_.options = options.serving;
    serving_.options.policy = policy_of(options.policy);
    serving_.options.max_steps = options.loop.max_steps;
    serving_.trains = !pair_.train.empty();
  }
  int run() {
    const Run run{[this] { serve(); }, [this] { return windows_.windows > 0; }, [this] { summary(); }};
    return run_to_its_end(run, context_, facts_, incidents_);
  }

 private:
  void serve() {
    facts_.device = device_of(options_);
    configure(options_, facts_.device);
    const Workload& served = find_workload(pair_.infer);
    Source infer(inference_, served, facts_.device, static_cast<std::size_t>(options_.serving.batch), serving_.trains);
    std::unique_ptr<Source> train;
    if (serving_.trains) {
      const Workload& trained = find_workload(pair_.train);
      train = std::make_unique<Source>(options_, trained, facts_.device, options_.loader.batch, false);
    }
    facts_.parameters = infer.parameters() + (train ? train->parameters() : 0);
    const io::Meta meta = meta_of(options_, served, infer.set(), facts_.device);
    cli::RowStream stream(context_, options_.rows, io::window_rows(), meta);
    const auto train_once = [&train] { return train->train(); };
    Interleave loop({[&infer] { return infer.infer(); }, serving_.trains ? std::function<bool()>(train_once) : nullptr},
                    *clock_, serving_.options);
    loop.on_window = [&](const WindowRecord& window) {
      windows_.add(window);
      write_window(stream.rows(), window, options_.serving.batch);
      incidents_.look();
      return context_.signals.stop() == 0 && !stream.output().reader_gone();
    };
    loop.run();
    serving_.inference_s = loop.inference_s();
    serving_.training_s = loop.training_s();
  }

  void summary() {
    if (options_.summary.empty()) return;
    cli::RowOptions rows;
    rows.output = options_.summary;
    cli::RowStream stream(context_, rows, io::run_summary_rows());
    write_serving_summary(stream.rows(), facts_, serving_, windows_);
  }

  const Options& options_;
  const Options inference_;
  cli::Context& context_;
  HostClock clock_;
  Pair pair_;
  Incidents incidents_;
  RunFacts facts_;
  ServingFacts serving_;
  ServingRecord windows_;
};

}  // namespace

int run_serving(const Options& options, cli::Context& context) {
  check_options(options);
  return Serving(options, context).run();
}

}  // namespace wattline::trainstep
