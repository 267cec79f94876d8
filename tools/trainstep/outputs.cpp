// SPDX-License-Identifier: Apache-2.0
#include "trainstep/outputs.hpp"

#include <sys/stat.h>

#include "io/named_descriptor.hpp"
#include "trainstep/rows.hpp"

namespace wattline::trainstep {

namespace {

bool can_be_rewritten(const std::string& path) {
  if (path == "-" || io::named_descriptor(path)) return false;
  struct stat status {};
  return ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

// With what followed the steps of an epoch.
EpochRecord finished(EpochRecord epoch, const EpochRecord& rest) {
  epoch.boundary_hook_ms += rest.boundary_hook_ms;
  epoch.resident_pct = rest.resident_pct;
  epoch.validation_s = rest.validation_s;
  epoch.validation_loss = rest.validation_loss;
  epoch.accuracy_pct = rest.accuracy_pct;
  return epoch;
}

}  // namespace

Outputs::Outputs(const Options& options, cli::Context& context) : options_(options), context_(context) {}

bool Outputs::appends() const {
  return options_.rows.append || resumes_;
}

cli::RowOptions Outputs::file(const std::string& path) const {
  cli::RowOptions rows;
  rows.output = path;
  rows.append = appends();
  rows.machine = options_.rows.machine;
  return rows;
}

void Outputs::prepare(const io::Meta& meta, const EarlierRun& earlier, bool resumes) {
  meta_ = meta;
  resumes_ = resumes;
  for (const EpochRecord& epoch : earlier.epochs) done_.add(epoch);
  has_rows_ = !done_.epochs.empty();
  unfinished_ = earlier.unfinished;
}

void Outputs::open(const EarlierRun& earlier, const Origin& origin) {
  origin_ = origin;
  cli::RowOptions rows = options_.rows;
  rows.append = appends() && !rows.output.empty();
  steps_.emplace(context_, rows, io::step_rows(), meta_);
  if (!options_.epochs_out.empty()) epochs_.emplace(context_, file(options_.epochs_out), io::epoch_rows(), meta_);
  for (const EpochRecord& record : earlier.unwritten) {
    if (epochs_) write_epoch(epochs_->rows(), record, origin_);
  }
}

bool Outputs::step(const StepRecord& record) {
  write_step(steps_->rows(), record, origin_);
  has_rows_ = true;
  return !reader_gone();
}

void Outputs::epoch(const EpochRecord& record) {
  if (record.steps == 0 && !unfinished_) return;
  if (record.steps > 0) done_.add(record);
  sync();
  if (!epochs_) return;
  write_epoch(epochs_->rows(), record.steps > 0 ? record : finished(*unfinished_, record), origin_);
  unfinished_.reset();
  epochs_->output().sync();
}

void Outputs::sync() {
  if (!options_.rows.output.empty()) steps_->output().sync();
}

std::int64_t Outputs::steps() const {
  std::int64_t steps = 0;
  for (const EpochRecord& epoch : done_.epochs) steps += epoch.steps;
  return steps;
}

std::int64_t Outputs::counted_steps() const {
  std::int64_t counted = 0;
  for (const EpochRecord& epoch : done_.epochs) counted += epoch.counted;
  return counted;
}

void Outputs::provisional_summary(const RunFacts& facts) {
  if (options_.summary.empty() || appends() != resumes_ || !can_be_rewritten(options_.summary)) return;
  RunFacts if_killed = facts;
  if_killed.stop("killed, or power was lost", has_rows_);
  summary(if_killed);
}

void Outputs::summary(const RunFacts& facts) {
  if (options_.summary.empty()) return;
  cli::RowOptions rows;
  rows.output = options_.summary;
  rows.append = options_.rows.append;
  rows.machine = options_.rows.machine;
  cli::RowStream stream(context_, rows, training_summary().kind(options_.summary_form), meta_);
  training_summary().write(stream.rows(), TrainingSummary(facts, done_), options_.summary_form);
}

}  // namespace wattline::trainstep
