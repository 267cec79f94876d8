// SPDX-License-Identifier: Apache-2.0
#include "trainstep/completed_options.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "cli/first_given.hpp"
#include "cli/side_file.hpp"
#include "trainstep/language_options.hpp"

namespace wattline::trainstep {

namespace {

constexpr double kLongestFill = 86400;  // seconds

// A typing error in --rate or --infer-batch would otherwise be a run that waits for days.
void check_fill(const Options& o) {
  const InterleaveOptions& serving = o.serving;
  if (serving.arrivals.process == ArrivalProcess::trace || serving.arrivals.rate <= 0) return;
  const double fill_s = static_cast<double>(serving.batch) / serving.arrivals.rate;
  if (fill_s <= kLongestFill) return;
  throw usage_error("--infer-batch " + std::to_string(serving.batch) + ": at this --rate a minibatch arrives in " +
                        std::to_string(std::llround(fill_s)) + " s, more than a day",
                    "give a greater --rate, or a smaller --infer-batch");
}

ArrivalOptions arrivals_of(const Options& options) {
  ArrivalOptions arrivals = options.serving.arrivals;
  arrivals.seed = options.seed;
  if (options.arrivals == "constant") return arrivals;
  if (!options.infer && options.interleave.empty()) throw usage_error("--arrivals requires --infer or --interleave");
  if (options.arrivals == "poisson") {
    if (arrivals.rate <= 0) throw usage_error("--arrivals poisson requires --rate N");
    arrivals.process = ArrivalProcess::poisson;
    return arrivals;
  }
  if (arrivals.rate > 0) {
    throw usage_error("--rate cannot be combined with --arrivals FILE", "the times in FILE have a rate of their own");
  }
  arrivals.process = ArrivalProcess::trace;
  read_arrivals(options.arrivals, arrivals);
  constexpr double kAtOnce = 1e-9;  // all requests at the start
  arrivals.rate = static_cast<double>(arrivals.trace_s.size()) / std::max(arrivals.trace_s.back(), kAtOnce);
  return arrivals;
}

void check_requests(const Options& o) {
  check_fill(o);
  const bool interleaved = !o.interleave.empty();
  if (o.infer && interleaved) {
    throw usage_error("--infer cannot be combined with --interleave", "--interleave trains and answers requests");
  }
  if (interleaved && !o.network.script.empty()) {
    throw usage_error("--model cannot be combined with --interleave", "--interleave names both networks");
  }
  if (o.infer_data.empty()) return;
  if (!o.infer && !interleaved) throw usage_error("--infer-data requires --infer or --interleave");
  if (o.synthetic) throw usage_error("--infer-data and --synthetic: give one of them");
}

void check_what_to_train(const Options& o) {
  if (o.synthetic && !o.data.path.empty()) throw usage_error("--data and --synthetic: give one of them");
  if (o.workload.empty() || o.interleave.empty()) return;
  throw usage_error(o.workload + " cannot be combined with --interleave", "--interleave names both workloads");
}

void check_decoder(const Options& o) {
  if (o.data.decoder.empty()) return;
  if (o.synthetic) throw usage_error("--decoder cannot be combined with --synthetic", "no files are decoded there");
  if (o.data.jpeg.decode != Decode::fast) return;
  throw usage_error("--decoder cannot be combined with --decode fast", "--decode concerns libjpeg");
}

// What only a training has.
void check_training_only(const Options& o) {
  const bool serves = o.infer || !o.interleave.empty();
  const char* option = cli::first_given({{"--validate", o.validate},
                                         {"--checkpoint", !o.checkpoint.empty()},
                                         {"--resume", !o.resume.empty()},
                                         {"--save", serves && !o.save.empty()}});
  if (option != nullptr && serves) {
    throw usage_error(std::string(option) + " cannot be combined with --infer or --interleave",
                      "it concerns the epochs of a training");
  }
  if (o.every > 0 && o.checkpoint.empty()) throw usage_error("--every requires --checkpoint FILE");
  if (!o.data.validation.empty() && !o.validate) throw usage_error("--validate-data requires --validate");
  if (o.validate && o.loader_only) throw usage_error("--validate cannot be combined with --loader-only");
}

// What concerns the updates of the weights.
const char* option_of_updates(const Options& o) {
  return cli::first_given({{"--optimizer", o.optimizer.has_value()},
                           {"--lr", o.learning_rate.has_value()},
                           {"--momentum", o.momentum.has_value()},
                           {"--weight-decay", o.weight_decay.has_value()},
                           {"--clip", o.clip.has_value()},
                           {"--accumulate", o.accumulate > 1},
                           {"--schedule", o.rate.schedule != RateSchedule::constant},
                           {"--warmup", o.rate.warmup > 0}});
}

void check_updates_wanted(const Options& o) {
  const char* option = option_of_updates(o);
  if (option == nullptr || !o.infer) return;
  throw usage_error(std::string(option) + " cannot be combined with --infer", "it concerns the updates of a training");
}

// A preset that brings an optimizer of its own brings all of it.
void check_preset(const Options& o) {
  if (o.data.preset != Preset::ultralytics) return;
  if (option_of_updates(o) != nullptr) {
    throw usage_error("--preset ultralytics cannot be combined with options of the optimizer",
                      "leave --optimizer, --lr, --momentum, --weight-decay, --clip, --accumulate, --schedule and "
                      "--warmup out");
  }
}

}  // namespace

Options completed(Options options) {
  cli::check_side_file("--summary", options.summary, options.rows);
  cli::check_side_file("--epochs-out", options.epochs_out, options.rows);
  check_training_only(options);
  if (options.loop.stages && (options.loader_only || options.infer || !options.interleave.empty())) {
    throw usage_error("--stages requires training", "leave --loader-only, --infer and --interleave out");
  }
  if (!options.hooks.phase_command.empty() && !options.infer && options.interleave.empty()) {
    throw usage_error("--phase-hook requires --interleave", "--epoch-hook runs a command before each epoch");
  }
  if (!options.hooks.residency_out.empty() && options.hooks.residency.empty()) {
    throw usage_error("--residency-out requires --residency DIR");
  }
  complete_language(options);
  options.serving.arrivals = arrivals_of(options);
  if (!options.interleave.empty() && options.serving.arrivals.rate <= 0) {
    throw usage_error("--interleave requires --rate N, or --arrivals FILE");
  }
  check_what_to_train(options);
  check_requests(options);
  check_updates_wanted(options);
  check_preset(options);
  check_decoder(options);
  options.data.vocabulary = options.network.vocabulary;
  options.data.epochs = options.epochs;
  options.loader.seed = options.seed;
  options.serving.max_steps = options.loop.max_steps;
  if (options.process.threads == 0) options.process.threads = available_processors();
  return options;
}

}  // namespace wattline::trainstep
