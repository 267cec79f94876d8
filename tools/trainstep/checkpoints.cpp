// SPDX-License-Identifier: Apache-2.0
#include "trainstep/checkpoints.hpp"

#include <utility>

#include "base/error.hpp"
#include "io/filesystem.hpp"
#include "io/replace_file.hpp"

namespace wattline::trainstep {

namespace {

void check_same_run(const std::string& path, const CheckpointFacts& earlier, const io::Meta& settings) {
  for (const auto& [name, value] : settings) {
    for (const auto& [known, before] : earlier.settings) {
      if (known != name || before == value) continue;
      throw data_error(path + ": made with " + name + " " + before + ", not " + value,
                       "resume with the options of the earlier run");
    }
  }
}

}  // namespace

Checkpoints::Checkpoints(const Options& options, io::Meta settings)
    : options_(options), settings_(std::move(settings)) {
  if (!options.checkpoint.empty()) io::check_replaceable(options.checkpoint);
  if (options.resume.empty()) return;
  if (options.resume == options.checkpoint && !fs::exists(options.resume)) return;
  const CheckpointFacts earlier = read_checkpoint(options.resume);
  check_same_run(options.resume, earlier, settings_);
  position_ = {earlier.epoch, {earlier.steps, earlier.counted}};
  earlier_end_ = earlier.end;
  resumes_ = true;
}

std::string Checkpoints::in_words() const {
  const std::string& file = options_.resume;
  if (file.empty()) return "";
  if (!resumes_) return file + ": is not there, so the run begins";
  const auto& [epoch, done] = position_;
  if (epoch >= options_.epochs) return file + ": nothing is left to do, --epochs is " + std::to_string(options_.epochs);
  return file + ": goes on at epoch " + std::to_string(epoch) + ", step " + std::to_string(done.steps);
}

void Checkpoints::restore(Trainer* network) const {
  if (resumes_ && network != nullptr) restore_checkpoint(options_.resume, *network);
}

void Checkpoints::took(const StepRecord& step) {
  ++since_last_;
  position_.epoch = step.epoch;
  position_.done.steps = step.step + 1;
  if (step.phase == StepPhase::counted) ++position_.done.counted;
}

void Checkpoints::write(const Trainer* network, const std::string& end) {
  if (options_.checkpoint.empty()) return;
  const auto& [epoch, done] = position_;
  write_checkpoint(options_.checkpoint, {settings_, epoch, done.steps, done.counted, end}, network);
  since_last_ = 0;
}

}  // namespace wattline::trainstep
