// SPDX-License-Identifier: Apache-2.0
#include "jetsim/files/gpu_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <limits>
#include <optional>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "jetsim/workload/governors.hpp"
#include "jetsim/workload/noisy_surface.hpp"
#include "jetsim/workload/training_memory.hpp"

namespace wattline::jetsim {

namespace {

// The end of a minibatch in a mode in which nothing moves: far away, but sums with it do not overflow.
constexpr std::int64_t kNeverDone = std::numeric_limits<std::int64_t>::max() / 4;
constexpr std::int64_t kMostSamples = 1'000'000;

class GpuFile : public OpenFile {
 public:
  explicit GpuFile(EmulatedMachine& machine) : machine_(machine), timeline_(machine.load.open_gpu()) {}
  int read(std::string& text) override;
  int write(std::string_view text) override;

 private:
  int attach(const std::string& workload, std::int64_t seed);
  int queue(int samples, Pass pass);
  EmulatedMachine& machine_;
  std::shared_ptr<Timeline> timeline_;
  std::optional<NoisySurface> workload_;
  bool new_run_ = true;
  std::int64_t copied_ns_ = 0, computed_ns_ = 0;
};

int GpuFile::read(std::string& text) {
  if (workload_) {
    text = fmt::format("copied_ns {}\ncomputed_ns {}\n", copied_ns_, computed_ns_);
    return 0;
  }
  for (const std::string& name : workload_names()) text += "workload " + name + "\n";
  return 0;
}

int GpuFile::write(std::string_view text) {
  const auto words = split_blanks(trim(text));
  if (words.size() < 2) return EINVAL;
  const auto number = to_int64(words.back());
  if (!number || *number < 0) return EINVAL;
  if (words[0] == "attach" && words.size() == 3) return attach(std::string(words[1]), *number);
  const bool trains = words[0] == "train";
  if (!workload_ || words.size() != 2 || (!trains && words[0] != "infer")) return EINVAL;
  if (*number < 1 || *number > kMostSamples) return EINVAL;
  return queue(static_cast<int>(*number), trains ? Pass::training : Pass::inference);
}

int GpuFile::attach(const std::string& workload, std::int64_t seed) {
  if (workload_) return EINVAL;
  try {
    workload_.emplace(machine_.board, workload, NoiseOptions{static_cast<std::uint64_t>(seed), 0});
    return 0;
  } catch (const Error&) {  // no such workload
    return EINVAL;
  }
}

int GpuFile::queue(int samples, Pass pass) {
  if (pass == Pass::training && !fits_memory(machine_.board, workload_->surface(), samples)) return ENOMEM;
  settle_governors(machine_, *timeline_,
                   [&](const Clocks& clocks) { return workload_->surface().at(clocks, samples, pass).mean(); });
  const BoardState state = machine_.visit(new_run_);
  new_run_ = false;
  if (hangs(state)) {
    copied_ns_ = computed_ns_ = kNeverDone;
    return 0;
  }
  // The program loads the samples itself, or has the board's processor do it (loader_file.hpp).
  const EmulatedMinibatch minibatch = workload_->next(state, samples, pass, Loading::by_program());
  const Activity waiting = minibatch.segments[1].activity;
  copied_ns_ = machine_.now_ns() + std::llround(minibatch.h2d_ms * kNsPerMs);
  if (timeline_->end_ns() < copied_ns_) timeline_->announce({copied_ns_, waiting});
  // All but the overhead and the stall, which are the program's own.
  for (std::size_t i = 2; i < minibatch.segments.size(); ++i) {
    const MinibatchSegment& segment = minibatch.segments[i];
    timeline_->announce({timeline_->end_ns() + std::llround(segment.ms * kNsPerMs), segment.activity});
  }
  computed_ns_ = timeline_->end_ns();
  timeline_->set_mean(waiting);
  return 0;
}

}  // namespace

std::unique_ptr<OpenFile> open_gpu_file(EmulatedMachine& machine) {
  return std::make_unique<GpuFile>(machine);
}

}  // namespace wattline::jetsim
