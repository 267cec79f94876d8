// SPDX-License-Identifier: Apache-2.0
#include "pmpredict/pmpredict.hpp"

#include <map>

#include "cli/option_types.hpp"
#include "io/rows.hpp"
#include "pmpredict/verbs.hpp"

namespace wattline::pmpredict {

namespace {

CLI::App* add_verb(CLI::App& app, Options& options, const std::string& name, const std::string& purpose) {
  CLI::App* verb = app.add_subcommand(name, purpose);
  verb->fallthrough();
  verb->callback([&options, name] { options.verb = name; });
  cli::declare_rows(*verb, options.rows);
  return verb;
}

void declare_models(CLI::App& app, Options& options) {
  CLI::App* design = add_verb(app, options, "design", "Print which modes to profile");
  design->add_option("--modes", options.modes, "Rows of the modes to choose from (default stdin)");
  design->add_option("--count", options.count, "How many")->check(CLI::PositiveNumber)->capture_default_str();
  design->add_option("--batch", options.table.batch, "Use the rows of this batch size")->check(CLI::PositiveNumber);
  CLI::App* fit = add_verb(app, options, "fit", "Fit a model to profiles and print it");
  fit->add_option("PROFILES", options.files, "Rows of profiles (default stdin)");
  fit->add_option("--model", options.model, "physics or linear")->capture_default_str();
  fit->add_option("--prior", options.priors, "Model of a reference workload to start from (repeatable)")
      ->allow_extra_args(false);
  fit->add_option("--modes", options.modes, "Rows of the device's modes: tell its largest clocks");
  cli::declare_table(*fit, options.table);
  CLI::App* apply = add_verb(app, options, "apply", "Predict time, power and energy of the modes on stdin");
  apply->add_option("MODEL", options.files, "Model that fit printed")->required();
  apply->add_option("--batch", options.table.batch, "Predict modes of this batch size only")
      ->check(CLI::PositiveNumber);
}

void declare_uses(CLI::App& app, Options& options) {
  CLI::App* pareto = add_verb(app, options, "pareto", "Print the rows of stdin that no other row beats");
  pareto->add_option("--against", options.against, "Second cost beside time: power or energy")->capture_default_str();
  cli::declare_table(*pareto, options.table);
  CLI::App* score = add_verb(app, options, "score", "Compare the predictions on stdin with the truth");
  score->add_option("--truth", options.truth, "Rows of profiles")->required();
  cli::declare_table(*score, options.table);
  CLI::App* epoch = add_verb(app, options, "epoch", "Turn minibatches on stdin into epochs");
  epoch->add_option("--minibatches", options.minibatches, "Minibatches of an epoch")->check(CLI::PositiveNumber);
  epoch->add_option("--images", options.images, "Or its samples, with --per-batch")->check(CLI::PositiveNumber);
  epoch->add_option("--per-batch", options.per_batch, "Samples of a minibatch")->check(CLI::PositiveNumber);
  epoch->add_option("--epochs", options.epochs, "How many epochs")->check(CLI::PositiveNumber)->capture_default_str();
  cli::declare_table(*epoch, options.table);
  CLI::App* match = add_verb(app, options, "match", "Choose a mode for each device so that all end a round together");
  match->add_option("NAME=FILE[:N]", options.files, "Predictions of a device, and its minibatches in a round [1]")
      ->required();
  match->add_option("--time", options.round_s, "Length of a round in seconds (default: what the slowest device needs)")
      ->check(CLI::PositiveNumber);
  cli::declare_table(*match, options.table);
}

const std::map<std::string, int (*)(const Options&, cli::Context&)>& verbs() {
  static const std::map<std::string, int (*)(const Options&, cli::Context&)> table{
      {"design", design}, {"fit", fit},     {"apply", apply}, {"pareto", pareto},
      {"score", score},   {"epoch", epoch}, {"match", match}};
  return table;
}

}  // namespace

cli::About about() {
  cli::About about;
  about.name = "pmpredict";
  about.purpose = "Predict time, power and energy of a workload in every power mode from profiles of a few";
  about.examples =
      "  pmpredict design --modes space.tsv --count 10     which modes to profile\n"
      "  pmpredict fit profiles.tsv > model.tsv            learn from the profiles\n"
      "  pmpredict apply model.tsv < space.tsv > pred.tsv  predict every mode\n"
      "  pmpredict pareto --against energy < pred.tsv      the modes worth considering\n"
      "  pmpredict score --truth all.tsv < pred.tsv        how good it was\n"
      "  pmpredict epoch --minibatches 3125 < pred.tsv     epochs instead of minibatches\n";
  about.rows = {
      &io::space_rows(), &io::model_rows(), &io::prediction_rows(), &io::score_rows(), &io::epoch_prediction_rows(),
      &io::match_rows()};
  return about;
}

void declare(CLI::App& app, Options& options) {
  declare_models(app, options);
  declare_uses(app, options);
}

int run(const Options& options, cli::Context& context) {
  const auto verb = verbs().find(options.verb);
  if (verb == verbs().end()) {
    throw usage_error("no verb", "one of: design, fit, apply, pareto, score, epoch, match; see pmpredict --help");
  }
  return verb->second(options, context);
}

}  // namespace wattline::pmpredict
