// SPDX-License-Identifier: Apache-2.0
// --checkpoint and --resume: where a run is, and what it goes on from.
#pragma once
#include <cstdint>
#include <string>

#include "io/meta.hpp"
#include "trainstep/net/checkpoint.hpp"
#include "trainstep/options.hpp"
#include "trainstep/run/record.hpp"

namespace wattline::trainstep {

// The place between two minibatches of a run.
struct RunPosition {
  std::int64_t epoch = 0;
  StepsDone done;
};

class Checkpoints {
 public:
  // With --resume, reads where the run goes on. Throws a data error when it was made with other settings, and
  // Error{no_input} without a file, unless this run would write it itself: it then begins.
  Checkpoints(const Options& options, io::Meta settings);

  bool resumes() const { return resumes_; }
  const RunPosition& position() const { return position_; }
  // Where the run begins or goes on, as a sentence; empty without --resume.
  std::string in_words() const;
  // How the earlier run ended, if it could still write that.
  const std::string& earlier_end() const { return earlier_end_; }
  // Makes the network that of the checkpoint, if the run resumes.
  void restore(Trainer* network) const;

  void took(const StepRecord& step);
  void epoch_over() { position_ = {position_.epoch + 1, {}}; }
  // Whether --every asks for one now.
  bool due() const { return options_.every > 0 && since_last_ >= options_.every; }
  // Does nothing without --checkpoint. The rows so far must be on the disk already: a run that is resumed removes
  // those that follow the checkpoint. `end` says how the run ends, if it does.
  void write(const Trainer* network, const std::string& end);

 private:
  const Options& options_;
  io::Meta settings_;
  RunPosition position_;
  bool resumes_ = false;
  std::string earlier_end_;
  std::int64_t since_last_ = 0;  // minibatches
};

}  // namespace wattline::trainstep
