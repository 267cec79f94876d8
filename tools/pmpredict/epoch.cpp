// SPDX-License-Identifier: Apache-2.0
#include "cli/option_types.hpp"
#include "pmpredict/pmpredict.hpp"
#include "pmpredict/rows.hpp"
#include "pmpredict/usable_rows.hpp"

namespace wattline::pmpredict {

namespace {

constexpr std::int64_t kMostMinibatches = 1'000'000'000'000'000;  // exact as a double

struct Options : TableOptions {
  std::int64_t minibatches = 0, images = 0, per_batch = 0, epochs = 1;
};

void declare(cli::App& app, Options& options) {
  app.add_option("--minibatches", options.minibatches, "Minibatches per epoch").check(cli::positive());
  app.add_option("--images", options.images, "Samples per epoch, with --per-batch").check(cli::positive());
  app.add_option("--per-batch", options.per_batch, "Samples per minibatch").check(cli::positive());
  app.add_option("--epochs", options.epochs, "Number of epochs").check(cli::positive()).capture_default_str();
  declare_table(app, options);
}

std::int64_t per_epoch(const Options& options) {
  if (options.minibatches > 0) {
    if (options.images == 0 && options.per_batch == 0) return options.minibatches;
    throw usage_error("--minibatches cannot be combined with --images and --per-batch");
  }
  if (options.images > 0 && options.per_batch > 0) {
    return options.images / options.per_batch + (options.images % options.per_batch > 0 ? 1 : 0);
  }
  throw usage_error("epoch requires --minibatches N, or --images N and --per-batch N");
}

std::int64_t minibatches(const Options& options) {
  const std::int64_t count = per_epoch(options);
  if (count > kMostMinibatches / options.epochs) {
    throw usage_error(std::to_string(options.epochs) + " epochs of " + std::to_string(count) +
                      " minibatches: the most are " + std::to_string(kMostMinibatches) + " minibatches");
  }
  return count * options.epochs;
}

EpochPredictionRow epoch_of(const io::ProfileRow& row, std::int64_t count, const std::string& source) {
  const double seconds = *row.minibatch_ms * 1e-3 * double(count), joules = energy_j(row) * double(count);
  EpochPredictionRow epoch{row.mode,     count,        seconds, joules,     std::nullopt,
                           std::nullopt, *row.power_w, source,  row.carried};
  if (row.minibatch_ms_sd) epoch.epoch_s_sd = seconds * (*row.minibatch_ms_sd / *row.minibatch_ms);
  epoch.epoch_j_sd = energy_sd(joules, {row.minibatch_ms, row.minibatch_ms_sd}, {row.power_w, row.power_w_sd});
  return epoch;
}

int run(const Options& options, cli::Context& context) {
  const std::int64_t count = minibatches(options);
  cli::ProfileOptions asked = options.table;
  asked.beside = &epoch_rows().kind();
  const UsableRows usable = read_usable_rows(context, "-", asked);
  std::vector<EpochPredictionRow> epochs;
  for (const io::ProfileRow& row : usable.rows) epochs.push_back(epoch_of(row, count, usable.source));
  return cli::print_rows(context, options.rows, with_carried(usable.carried, epoch_rows()), epochs);
}

}  // namespace

cli::Subcommand epoch_subcommand() {
  return cli::reading_subcommand("epoch", "Convert minibatches on stdin to epochs", declare, run);
}

}  // namespace wattline::pmpredict
