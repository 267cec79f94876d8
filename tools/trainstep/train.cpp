// SPDX-License-Identifier: Apache-2.0
#include "trainstep/train.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>

#include "base/error.hpp"
#include "base/units.hpp"
#include "io/filesystem.hpp"
#include "io/meta.hpp"
#include "io/replace_file.hpp"
#include "trainstep/checkpoints.hpp"
#include "trainstep/environment.hpp"
#include "trainstep/outputs.hpp"
#include "trainstep/run_setup.hpp"
#include "trainstep/supervise.hpp"
#include "trainstep/training_length.hpp"
#include "trainstep/validation.hpp"

namespace wattline::trainstep {

namespace {

constexpr double kExploded = 1000;  // times the first loss

class Training {
 public:
  Training(const Options& options, cli::Context& context)
      : context_(context),
        options_(options),
        workload_(workload_of(options)),
        clock_(options, context),
        incidents_(machine_of(options, context)),
        outputs_(options, context) {
    facts_.workload = name_of(options, workload_);
    facts_.decoder = options.data.jpeg.plugin;
  }

  int run() {
    const SupervisedRun run{[this] { train(); }, [this] { return outputs_.has_rows(); },
                            [this] { outputs_.summary(facts_); }};
    return supervise(run, context_, facts_, incidents_);
  }

 private:
  void train() {
    if (!options_.save.empty()) io::check_replaceable(options_.save);
    const Dataset set = open_dataset(workload_, options_.data, options_.synthetic);
    report_left_out(set, context_);
    check_updates(options_, set);
    device_ = device_of(options_);
    facts_.device = to_string(device_);
    if (!options_.loader_only) configure(options_, device_);
    if (options_.validate) open_validation();
    io::Meta meta = meta_of(options_, workload_, set, device_);
    open_checkpoints(meta);
    Hooks hooks(context_, *clock_, options_.hooks, options_.rows.append || checkpoints_->resumes());
    const EarlierRun earlier = earlier_run(set);
    add_environment(meta, options_.synthetic ? "" : set.path, machine_of(options_, context_));
    if (const auto kills = oom_kills_so_far()) meta.emplace_back("oom_kills", std::to_string(*kills));
    outputs_.prepare(meta, earlier, checkpoints_->resumes());
    outputs_.provisional_summary(facts_);
    const bool over = checkpoints_->position().epoch >= options_.epochs;
    const bool saves = !options_.save.empty() && !(over && fs::exists(options_.save));
    const Computer computer = options_.loader_only || (over && !saves) ? Computer{} : build_computer(set);
    trains_ = computer.network != nullptr;
    checkpoints_->restore(computer.network.get());
    outputs_.open(earlier, origin_of(options_, device_));
    if (!over) run_epochs(set, computer, hooks);
    if (computer.network && saves) computer.network->save(options_.save);
  }

  void open_checkpoints(const io::Meta& meta) {
    checkpoints_.emplace(options_, meta);
    const std::string words = checkpoints_->in_words();
    if (!words.empty()) context_.say(words);
    facts_.resumed_after = checkpoints_->earlier_end();
  }

  void open_validation() {
    validation_.emplace(options_, workload_, device_, context_);
    validation_->on_step = [this](const StepRecord& step) { return write(step); };
    validation_->on_bad = [this](const std::string& reason) { skip(reason); };
  }

  Computer build_computer(const Dataset& set) {
    try {
      Computer computer = make_computer(options_, workload_, set, device_, context_);
      facts_.parameters = computer.parameters();
      return computer;
    } catch (const std::bad_alloc&) {
      throw unavailable(facts_.workload + ": out of memory for its weights",
                        "the network does not fit even without a batch");
    }
  }

  // What the rows of -o have of it, without those of steps that will be trained again.
  EarlierRun earlier_run(const Dataset& set) {
    const std::string& rows = options_.rows.output;
    if (!checkpoints_->resumes() || rows.empty()) return {};
    const auto& [epoch, done] = checkpoints_->position();
    remove_rows_from(rows, epoch, done.steps);
    const bool trained = is_trained(done, options_, set);
    if (trained) remove_last_row_of(options_.epochs_out, epoch, done.steps);
    EarlierRun earlier = read_earlier_run(rows, options_.epochs_out, minibatches_per_epoch(options_, set));
    if (trained) earlier.leave_unfinished(epoch);
    if (facts_.resumed_after.empty()) facts_.resumed_after = end_of_earlier_run(rows + ".meta");
    return earlier;
  }

  bool go_on() { return context_.signals.stop() == 0 && !outputs_.reader_gone(); }

  void run_epochs(const Dataset& set, const Computer& computer, Hooks& hooks) {
    Loader loader(set, training_loader(options_, workload_, context_.root), memory_of(options_, device_));
    loader.on_bad = [this](const std::string& reason) { skip(reason); };
    TimedLoop loop(loader, computer.engine, timer_of(computer, device_, *clock_), *clock_, options_.loop);
    loop.on_step = [this](const StepRecord& step) { return take(step); };
    if (options_.every > 0) loop.after_row = [&] { keep_if_due(computer); };
    hooks.attach(loop);
    hooks.before_run();
    while (checkpoints_->position().epoch < options_.epochs && go_on()) run_epoch(set, computer, loop, hooks);
    hooks.after_run();
    if (outputs_.reader_gone()) facts_.stop("nobody reads the rows any more", true);
    if (go_on()) warn_if_none_counted();
    if (go_on()) warn_if_no_update();
  }

  void run_epoch(const Dataset& set, const Computer& computer, TimedLoop& loop, Hooks& hooks) {
    const auto [epoch, done] = checkpoints_->position();
    hooks.before_epoch(epoch);
    EpochRecord record = loop.run(epoch, order_of(options_, workload_, set, epoch), done);
    if (validation_ && go_on()) validation_->run(record, computer, *clock_);
    hooks.after_epoch(record);
    if (go_on()) checkpoints_->epoch_over();
    keep(computer);
    outputs_.epoch(record);
    outputs_.provisional_summary(facts_);
  }

  // The rows first: those of an epoch that the checkpoint has are not written again.
  void keep(const Computer& computer) {
    if (options_.checkpoint.empty()) return;
    outputs_.sync();
    checkpoints_->write(computer.network.get(), end_so_far());
  }
  std::string end_so_far() {
    if (const int stop = context_.signals.stop()) return signal_in_words(stop);
    return checkpoints_->position().epoch >= options_.epochs ? "done" : "";
  }
  void keep_if_due(const Computer& computer) {
    if (checkpoints_->due()) keep(computer);
  }

  void skip(const std::string& reason) {
    ++facts_.skipped;
    context_.warn_once(reason, "skipped");
  }

  void warn_if_none_counted() {
    if (options_.loop.stabilize_ns == 0 || outputs_.counted_steps() > 0) return;
    context_.warn(
        fmt::format("no step was counted: every step began within --stabilize {:g}s after the first one of its "
                    "epoch; choose a shorter time or more samples",
                    to_seconds(options_.loop.stabilize_ns)));
  }

  // --max-steps may cut a run that short; its times then lack the optimizer.
  void warn_if_no_update() {
    const std::int64_t steps = outputs_.steps();
    if (!trains_ || checkpoints_->resumes() || steps == 0 || steps >= options_.accumulate) return;
    context_.warn(fmt::format("no update was made: --accumulate {} is more than the {} minibatches of the run",
                              options_.accumulate, steps));
  }

  // False when the run is to end.
  bool write(const StepRecord& step) {
    const bool first_row = !outputs_.has_rows();
    const bool wanted = outputs_.step(step);
    if (first_row) outputs_.provisional_summary(facts_);
    incidents_.look();
    return wanted && context_.signals.stop() == 0;
  }

  bool take(const StepRecord& step) {
    checkpoints_->took(step);
    const bool more = write(step);
    if (trains_) look_at_loss(step);
    return more;
  }

  // The times of a diverged training are still those of its network.
  void look_at_loss(const StepRecord& step) {
    if (!first_loss_) first_loss_ = step.loss;
    if (!std::isfinite(step.loss)) {
      if (facts_.nan_losses++ == 0) diverged(step, "the loss is not finite");
    } else if (!exploded_ && step.loss > kExploded * std::max(*first_loss_, 1.0)) {
      exploded_ = true;
      diverged(step, fmt::format("the loss exploded: {:.3g} after {:.3g} at first", step.loss, *first_loss_));
    }
  }

  void diverged(const StepRecord& step, const std::string& problem) {
    const std::string message = fmt::format("epoch {}, step {}: {}", step.epoch, step.step, problem);
    if (options_.stop_at_nan) throw data_error(message, "try a smaller --lr, or --clip");
    context_.warn(message + "; --on-nan stop ends the run there");
  }

  cli::Context& context_;
  const Options& options_;
  const Workload& workload_;
  RunClock clock_;
  RunIncidents incidents_;
  Outputs outputs_;
  std::optional<Checkpoints> checkpoints_;
  std::optional<Validation> validation_;
  RunFacts facts_;
  Device device_ = Device::cpu;
  bool trains_ = false;
  std::optional<double> first_loss_;
  bool exploded_ = false;
};

}  // namespace

int run_training(const Options& options, cli::Context& context) {
  return Training(options, context).run();
}

}  // namespace wattline::trainstep
