// SPDX-License-Identifier: Apache-2.0
#include "trainstep/inference.hpp"

#include "base/error.hpp"
#include "trainstep/environment.hpp"
#include "trainstep/rows.hpp"
#include "trainstep/run/summary.hpp"
#include "trainstep/run_setup.hpp"
#include "trainstep/supervise.hpp"

namespace wattline::trainstep {

namespace {

// What one of the two networks runs on.
struct Supply {
  const Workload& workload;
  std::string data;
  std::size_t batch;
  bool serves;                             // requests
  bool endless;                            // begins again after the last epoch
  std::optional<StreamPriority> stream{};  // of a GPU that both share at the same time
};

// A network and the minibatches that it is given.
class NetworkWithData {
 public:
  NetworkWithData(const Options& options, const Supply& supply, Device device, Clock& clock, cli::Context& context)
      : options_(options),
        workload_(supply.workload),
        set_(open_dataset(supply.workload, data_of(options, supply), options.synthetic)),
        computer_(make_computer(options, supply.workload, set_, device, context)),
        loader_(set_, loading_of(options, supply), memory_of(options, device)),
        clock_(clock),
        endless_(supply.endless) {
    report_left_out(set_, context);
    if (supply.stream) use_own_stream(computer_, *supply.stream);
    if (device == Device::cuda) timer_ = timer_of(computer_, device, context.clock);
    start();
  }

  bool train() { return fetch() && computer_.engine.train({}) && done(); }
  bool infer() {
    first_token_ns_.reset();
    return fetch() && computer_.engine.infer([this] { first_token_ns_ = clock_.mono_ns(); }) && done();
  }
  // Of the last inference, of a language model.
  std::optional<std::int64_t> first_token_ns() const { return first_token_ns_; }
  const Dataset& set() const { return set_; }
  std::optional<std::int64_t> parameters() const { return computer_.parameters(); }

 private:
  static DataOptions data_of(const Options& options, const Supply& supply) {
    DataOptions data = options.data;
    data.path = supply.data;
    if (supply.serves && options.serving.prompt > 0) data.length = options.serving.prompt;
    return data;
  }
  static LoaderOptions loading_of(const Options& options, const Supply& supply) {
    LoaderOptions loading = options.loader;
    loading.batch = supply.batch;
    return loading;
  }
  void start() {
    loader_.start(order_of(options_, workload_, set_, epoch_), static_cast<std::uint64_t>(epoch_));
    ++epoch_;
  }
  // A GPU is waited for by an event behind the work, so that other streams run on.
  bool done() {
    if (!timer_) return true;
    timer_->mark(Mark::computed);
    timer_->wait();
    return true;
  }
  // Only whole minibatches: times of others do not compare.
  bool fetch() {
    const Minibatch* batch = loader_.next();
    if (batch == nullptr || batch->samples < loader_.batch_size()) {
      if (!endless_ && epoch_ >= options_.epochs) return false;
      start();
      batch = loader_.next();
    }
    computer_.engine.load(*batch);
    return true;
  }
  const Options& options_;
  const Workload& workload_;
  Dataset set_;
  Computer computer_;
  std::optional<Timer> timer_;
  Loader loader_;
  Clock& clock_;
  std::optional<std::int64_t> first_token_ns_;
  bool endless_;
  std::int64_t epoch_ = 0;
};

// TRAIN+INFER, or with --infer the workload alone.
struct WorkloadPair {
  std::string train, infer;
};

WorkloadPair pair_of(const Options& options) {
  const std::vector<std::string> names = workloads_of(options);
  if (names.size() == 1) return {"", names[0]};
  return {names[0], names[1]};
}

void check_options(const Options& options) {
  if (!options.network.weights.empty() && !options.interleave.empty()) {
    throw usage_error("--init cannot be combined with --interleave", "two networks would begin with the same weights");
  }
  if (options.loader.skip_bad) throw usage_error("--on-bad skip cannot be combined with --infer or --interleave");
  if (!options.hooks.epoch_command.empty()) {
    throw usage_error("--epoch-hook cannot be combined with --infer or --interleave",
                      "a run with inference has no epochs; --phase-hook runs a command between its phases");
  }
  if (options.hooks.phase_command.empty()) return;
  if (options.infer) throw usage_error("--phase-hook requires --interleave", "with --infer there is only one phase");
  if (options.serving.policy == SharingPolicy::streams) {
    throw usage_error("--phase-hook cannot be combined with --policy streams",
                      "inference and training run at the same time there");
  }
}

class InferenceRun {
 public:
  InferenceRun(const Options& options, cli::Context& context)
      : options_(options),
        context_(context),
        clock_(options, context),
        pair_(pair_of(options)),
        incidents_(machine_of(options, context)) {
    facts_.workload = options.interleave.empty() ? pair_.infer : options.interleave;
    facts_.decoder = options.data.jpeg.plugin;
    serving_.options = options.serving;
    serving_.trains = !pair_.train.empty();
  }
  int run() {
    const SupervisedRun run{[this] { serve(); }, [this] { return windows_.windows > 0; }, [this] { summary(); }};
    return supervise(run, context_, facts_, incidents_);
  }

 private:
  void serve() {
    if (options_.serving.arrivals.torn) context_.warn_torn(options_.arrivals);
    const Device device = device_of(options_);
    facts_.device = to_string(device);
    Hooks hooks(context_, *clock_, options_.hooks, options_.rows.append);
    configure(options_, device);
    const Workload& served = find_workload(pair_.infer);
    const std::string& requests = options_.infer_data.empty() ? options_.data.path : options_.infer_data;
    const auto batch = static_cast<std::size_t>(options_.serving.batch);
    const bool streams = device == Device::cuda && serving_.trains && options_.serving.policy == SharingPolicy::streams;
    const auto own = [streams](StreamPriority p) { return streams ? std::optional(p) : std::nullopt; };
    NetworkWithData infer(options_, {served, requests, batch, true, serving_.trains, own(StreamPriority::greatest)},
                          device, *clock_, context_);
    std::unique_ptr<NetworkWithData> train;
    if (serving_.trains) {
      const Supply supply{find_workload(pair_.train), options_.data.path, options_.loader.batch, false, false,
                          own(StreamPriority::least)};
      train = std::make_unique<NetworkWithData>(options_, supply, device, *clock_, context_);
    }
    facts_.parameters = infer.parameters();
    if (facts_.parameters && train) *facts_.parameters += train->parameters().value_or(0);
    io::Meta meta = meta_of(options_, served, infer.set(), device);
    add_environment(meta, options_.synthetic ? "" : infer.set().path, machine_of(options_, context_));
    cli::RowStream stream(context_, options_.rows, io::window_table().kind(), meta);
    const auto train_once = [&train] { return train->train(); };
    Interleave loop({[&infer] { return infer.infer(); }, serving_.trains ? std::function<bool()>(train_once) : nullptr,
                     [&infer] { return infer.first_token_ns(); }},
                    *clock_, serving_.options);
    hooks.attach(loop);
    loop.on_fallback = [this](const std::string& reason) { context_.note(reason + "; using --policy round-robin"); };
    loop.stopped = [this] {
      context_.signals.drain();
      return context_.signals.stop() != 0;
    };
    loop.wake_fd = context_.signals.fd();
    loop.on_window = [&](const WindowRecord& window) {
      windows_.add(window);
      write_window(stream.rows(), window, origin_of(options_, device));
      hooks.after_window(window);
      incidents_.look();
      return context_.signals.stop() == 0 && !stream.output().reader_gone();
    };
    hooks.before_run();
    loop.run();
    hooks.after_inference_run();
    serving_.policy = loop.policy();
    serving_.inference_s = loop.inference_s();
    serving_.training_s = loop.training_s();
  }

  void summary() {
    if (options_.summary.empty()) return;
    cli::RowOptions rows;
    rows.output = options_.summary;
    rows.append = options_.rows.append;
    rows.machine = options_.rows.machine;
    const ServingSummary summary{facts_, serving_, windows_};
    cli::RowStream stream(context_, rows, serving_summary().kind(options_.summary_form));
    serving_summary().write(stream.rows(), summary, options_.summary_form);
  }

  const Options& options_;
  cli::Context& context_;
  RunClock clock_;
  WorkloadPair pair_;
  RunIncidents incidents_;
  RunFacts facts_;
  InferenceFacts serving_;
  InferenceRecord windows_;
};

}  // namespace

int run_inference(const Options& options, cli::Context& context) {
  check_options(options);
  return InferenceRun(options, context).run();
}

}  // namespace wattline::trainstep
