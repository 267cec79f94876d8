// SPDX-License-Identifier: Apache-2.0
#include "trainstep/trainstep.hpp"

#include <cstdlib>
#include <limits>

#include "base/error.hpp"
#include "io/child.hpp"
#include "io/rows.hpp"
#include "trainstep/info.hpp"
#include "trainstep/run/cuda.hpp"
#include "trainstep/run/report.hpp"
#include "trainstep/serve.hpp"
#include "trainstep/session.hpp"

namespace wattline::trainstep {

namespace {

// OpenMP's threads spin while they wait, which takes the processor from the loader's: on two busy cores a step of
// 1.3 s took up to 75 s. libgomp reads this setting before main().
void make_waiting_passive(const cli::Context& context) {
  if (context.argv.empty() || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  io::restart_with(context.argv, {"OMP_WAIT_POLICY=passive"});
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
    return !reader_gone();
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

// A GPU computes behind the program's back: only its own events tell when a stage was done.
Timer timer_of(const std::string& device, Clock& clock) {
  if (device == "cpu") return host_timer(clock);
  return cuda_timer(require_cuda());
}

void train(const Options& options, cli::Context& context, const Workload& workload, const Dataset& set, Engine engine,
           RunFacts& facts, Report& report) {
  HostClock clock(context);
  Loader loader(set, loading_of(options), memory_of(options, facts.device));
  loader.on_bad = [&](const std::string& reason) {
    ++facts.skipped;
    context.warn_once(reason, "skipped");
  };
  Loop loop(loader, std::move(engine), timer_of(facts.device, *clock), *clock, options.loop);
  loop.on_step = [&](const StepRecord& step) { return report.step(step) && context.signals.stop() == 0; };
  const auto go_on = [&] { return context.signals.stop() == 0 && !report.reader_gone(); };
  for (std::int64_t epoch = 0; epoch < options.epochs && go_on(); ++epoch) {
    report.epoch(loop.run(epoch, order_of(options, workload, set, epoch)), facts.device);
  }
}

int run_training(const Options& options, cli::Context& context) {
  const Workload& workload = workload_of(options);
  const Dataset set = dataset_of(options, workload);
  RunFacts facts{workload.name, device_of(options)};
  std::unique_ptr<Trainer> trainer;
  if (!options.loader_only) {
    configure(options, facts.device);
    trainer = make_trainer(options, workload, facts.device);
    facts.parameters = trainer->parameters();
  }
  Report report(options, context, meta_of(options, workload, set, facts.device));
  try {
    train(options, context, workload, set, trainer ? engine_of(*trainer) : no_training(), facts, report);
  } catch (const std::exception& error) {
    facts.stop(error.what());
    report.finish(facts);
    throw;
  }
  const int stop = context.signals.stop();
  if (stop != 0) facts.stop("signal " + std::to_string(stop));
  report.finish(facts);
  if (trainer && !options.save.empty()) trainer->save(options.save);
  return stop != 0 ? 128 + stop : to_int(ExitCode::ok);
}

}  // namespace

int run(const Options& options, cli::Context& context) {
  if (options.operands.size() == 2 && options.operands.front() != "info") {
    throw usage_error(options.operands.front() + ": only info takes a workload as its operand");
  }
  if (!options.operands.empty() && options.operands.back() == "info") throw usage_error("info: of which workload?");
  if (options.operands.size() == 2) return print_info(options, context);
  if (!options.loader_only) make_waiting_passive(context);
  if (options.infer || !options.interleave.empty()) return run_serving(options, context);
  return run_training(options, context);
}

}  // namespace wattline::trainstep
