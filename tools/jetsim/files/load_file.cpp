// SPDX-License-Identifier: Apache-2.0
#include "jetsim/files/load_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <optional>

#include "base/parse.hpp"

namespace wattline::jetsim {

namespace {

class LoadFile : public OpenFile {
 public:
  LoadFile(Tree& tree, EmulatedMachine& machine) : tree_(tree), machine_(machine), timeline_(machine.load.open()) {}
  ~LoadFile() override;
  LoadFile(const LoadFile&) = delete;
  LoadFile& operator=(const LoadFile&) = delete;
  int read(std::string& text) override;
  int write(std::string_view text) override;

 private:
  int take(std::string_view line);
  int take_pid(std::int64_t pid);
  Tree& tree_;
  EmulatedMachine& machine_;
  std::shared_ptr<Timeline> timeline_;
  std::string process_;  // its folder in /proc; empty = none
  bool new_run_ = true;
};

LoadFile::~LoadFile() {
  if (!process_.empty()) tree_.remove(process_);
}

// The clocks in force, for the workload to know how fast it runs.
int LoadFile::read(std::string& text) {
  const BoardState state = machine_.visit(new_run_);
  const Clocks& clocks = state.clocks;
  new_run_ = false;
  text = fmt::format("gpu_hz {}\nemc_hz {}\ncelsius {:.3f}\noutlier {}\ngpu_slowdown {:.6f}\ngpu_units {:.6f}\n",
                     clocks.gpu_hz, clocks.emc_hz, state.celsius, static_cast<int>(state.outlier),
                     machine_.load.gpu_slowdown(), clocks.gpu_units);
  for (std::size_t i = 0; i < clocks.online.size(); ++i) {
    text += fmt::format("policy {} {}\n", clocks.online[i], clocks.cpu_khz[i]);
  }
  for (const std::string& mode : state.hang) text += "hang " + mode + "\n";
  return 0;
}

std::optional<Activity> read_activity(const std::vector<std::string_view>& words) {
  constexpr std::size_t kValues = 5;
  if (words.size() <= kValues) return std::nullopt;
  double values[kValues];
  for (std::size_t i = 0; i < kValues; ++i) {
    const auto value = to_double(words[words.size() - kValues + i]);
    if (!value) return std::nullopt;
    values[i] = *value;
  }
  return Activity{values[0], values[1], values[2], values[3], values[4]};
}

// The files that say how much CPU time the process has used (proc(5)).
int LoadFile::take_pid(std::int64_t pid) {
  constexpr double kTicksPerSecond = 100;
  const std::string folder = "/proc/" + std::to_string(pid);
  if (!process_.empty() || tree_.find(folder)) return EINVAL;
  process_ = folder;
  tree_.directory(folder).removable = true;
  timeline_->set_account(std::to_string(pid));
  tree_.attribute(folder + "/stat", [pid, timeline = timeline_](std::string& text) {
    text = fmt::format("{0} (jetsim) S 1 {0} {0} 0 -1 0 0 0 0 0 {1} 0 0 0 20 0 1 0 0 0 0\n", pid,
                       static_cast<long long>(timeline->cpu_s() * kTicksPerSecond));
    return 0;
  });
  tree_.attribute(folder + "/task/" + std::to_string(pid) + "/children", [](std::string& text) {
    text.clear();
    return 0;
  });
  return 0;
}

// "mean CPU GPU WORK MEM NEED", "segment END_NS CPU GPU WORK MEM NEED" or "pid PID"
int LoadFile::take(std::string_view line) {
  const auto words = split_blanks(line);
  if (words.size() == 2 && words[0] == "pid") {
    const auto pid = to_int64(words[1]);
    return pid && *pid > 0 ? take_pid(*pid) : EINVAL;
  }
  const auto activity = read_activity(words);
  if (!activity) return EINVAL;
  if (words[0] == "mean" && words.size() == 6) {
    timeline_->set_mean(*activity);
    return 0;
  }
  const auto end = to_int64(words[1]);
  if (words[0] != "segment" || words.size() != 7 || !end) return EINVAL;
  timeline_->announce({*end, *activity});
  return 0;
}

int LoadFile::write(std::string_view text) {
  for (const std::string_view line : split(trim(text), '\n')) {
    if (const int error = take(line)) return error;
  }
  return 0;
}

}  // namespace

std::unique_ptr<OpenFile> open_load_file(Tree& tree, EmulatedMachine& machine) {
  return std::make_unique<LoadFile>(tree, machine);
}

}  // namespace wattline::jetsim
