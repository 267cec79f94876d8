// SPDX-License-Identifier: Apache-2.0
// The files of a training run: one row per step, one row per epoch, and the summary.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "io/meta.hpp"
#include "trainstep/options.hpp"
#include "trainstep/rows.hpp"
#include "trainstep/run/resume.hpp"
#include "trainstep/run/summary.hpp"

namespace wattline::trainstep {

class Outputs {
 public:
  Outputs(const Options& options, cli::Context& context);

  void prepare(const io::Meta& meta, const EarlierRun& earlier, bool resumes);
  // Opens the rows; of a run that resumes they follow those of an earlier run.
  void open(const EarlierRun& earlier, const Origin& origin);
  // False when nobody reads the rows any more.
  bool step(const StepRecord& record);
  // Flushes the step rows to disk.
  void sync();
  // Writes the epoch, or with the results of a record without steps that which was left unfinished, and flushes the
  // rows to disk, so that they survive a loss of power.
  void epoch(const EpochRecord& record);
  // Writes what the summary would be if the run were killed now. Does nothing where a file cannot be written again.
  void provisional_summary(const RunFacts& facts);
  void summary(const RunFacts& facts);
  bool has_rows() const { return has_rows_; }
  // Of all epochs that are over.
  std::int64_t steps() const;
  std::int64_t counted_steps() const;
  bool reader_gone() { return steps_ && steps_->output().reader_gone(); }

 private:
  bool appends() const;  // to what earlier runs wrote
  cli::RowOptions file(const std::string& path) const;
  const Options& options_;
  cli::Context& context_;
  io::Meta meta_;
  Origin origin_{"measured"};
  std::optional<cli::RowStream> steps_, epochs_;
  RunRecord done_;
  std::optional<EpochRecord> unfinished_;  // of the earlier run
  bool resumes_ = false, has_rows_ = false;
};

}  // namespace wattline::trainstep
