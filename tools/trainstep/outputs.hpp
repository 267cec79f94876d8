// SPDX-License-Identifier: Apache-2.0
// The files of a training run: rows per step and per epoch, the summary.
#pragma once
#include <optional>

#include "io/meta.hpp"
#include "trainstep/run/earlier.hpp"
#include "trainstep/run/summary.hpp"
#include "trainstep/trainstep.hpp"

namespace wattline::trainstep {

class Outputs {
 public:
  Outputs(const Options& options, cli::Context& context);

  void prepare(const io::Meta& meta, const Earlier& earlier);
  // Opens the rows, below those of an earlier run with --resume.
  void open(const Earlier& earlier, const std::string& device);
  // False when nobody reads the rows any more.
  bool step(const StepRecord& record);
  // On the device too: what is written then survives a loss of power.
  void epoch(const EpochRecord& record, const std::string& device);
  // What the summary would say if the run were killed now; nothing where a file cannot be written again.
  void provisional_summary(const RunFacts& facts);
  void summary(const RunFacts& facts);
  bool has_rows() const { return has_rows_; }
  bool reader_gone() { return steps_ && steps_->output().reader_gone(); }

 private:
  bool appends() const;  // to what earlier runs wrote
  cli::RowOptions file(const std::string& path) const;
  const Options& options_;
  cli::Context& context_;
  io::Meta meta_;
  std::optional<cli::RowStream> steps_, epochs_;
  RunRecord done_;
  bool has_rows_ = false;
};

}  // namespace wattline::trainstep
