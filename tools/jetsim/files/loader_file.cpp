// SPDX-License-Identifier: Apache-2.0
#include "jetsim/files/loader_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "jetsim/workload/governors.hpp"
#include "jetsim/workload/surface.hpp"

namespace wattline::jetsim {

namespace {

constexpr int kLongest = 2;  // times as long as usual
constexpr std::int64_t kMostWorkers = 256, kMostSamples = 1'000'000;

class LoaderFile : public OpenFile {
 public:
  explicit LoaderFile(EmulatedMachine& machine) : machine_(machine), timeline_(machine.load.open("loader")) {}
  int read(std::string& text) override;
  int write(std::string_view text) override;

 private:
  int attach(const std::string& workload, std::int64_t workers);
  Clocks clocks();
  int prepare(const std::vector<std::int64_t>& numbers);
  int deliver(std::int64_t asked_ns, std::int64_t made_ns);
  void announce(std::int64_t worker, const LoadSegment& segment);
  EmulatedMachine& machine_;
  std::shared_ptr<Timeline> timeline_;
  std::optional<Surface> surface_;
  int workers_ = 0, samples_ = 0;
  std::map<std::int64_t, LoadSegment> working_;  // by worker
  std::optional<std::int64_t> delivered_ns_;     // the minibatch before, of this epoch
  std::string answer_;
};

int LoaderFile::read(std::string& text) {
  text = answer_;
  return 0;
}

std::optional<std::vector<std::int64_t>> numbers_of(const std::vector<std::string_view>& words, std::size_t first) {
  std::vector<std::int64_t> numbers;
  for (std::size_t i = first; i < words.size(); ++i) {
    const auto number = to_int64(words[i]);
    if (!number || *number < 0) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

int LoaderFile::write(std::string_view text) {
  const auto words = split_blanks(trim(text));
  if (words.empty()) return EINVAL;
  if (words[0] == "attach" && words.size() == 3) {
    const auto workers = to_int64(words[2]);
    return workers ? attach(std::string(words[1]), *workers) : EINVAL;
  }
  const auto numbers = numbers_of(words, 1);
  if (!surface_ || !numbers) return EINVAL;
  if (words[0] == "prepare" && numbers->size() == 4) return prepare(*numbers);
  if (words[0] == "deliver" && numbers->size() == 2) return deliver(numbers->at(0), numbers->at(1));
  if (words[0] != "begin" || !numbers->empty()) return EINVAL;
  delivered_ns_.reset();
  return 0;
}

int LoaderFile::attach(const std::string& workload, std::int64_t workers) {
  if (surface_ || workers < 0 || workers > kMostWorkers) return EINVAL;
  try {
    surface_.emplace(machine_.board, workload);
  } catch (const Error&) {  // no such workload
    return EINVAL;
  }
  workers_ = static_cast<int>(workers);
  return 0;
}

// Of the midst of a run.
Clocks LoaderFile::clocks() {
  Loading loading;
  loading.workers = workers_;
  settle_governors(machine_, *timeline_, [&](const Clocks& clocks) {
    return surface_->at(clocks, samples_, Pass::training, loading).mean();
  });
  timeline_->set_mean({});
  return machine_.clocks();
}

int LoaderFile::prepare(const std::vector<std::int64_t>& numbers) {
  const std::int64_t worker = numbers[0], samples = numbers[1], start_ns = numbers[2], waited_ns = numbers[3];
  if (worker > kMostWorkers || samples < 1 || samples > kMostSamples || start_ns > machine_.now_ns()) return EINVAL;
  samples_ = static_cast<int>(samples);
  const LoaderWork work = surface_->loader_work(clocks(), samples_, workers_);
  const auto ns = [&](double ms) { return std::llround(ms * work.crowding * kNsPerMs); };
  const std::int64_t read_ns = std::max<std::int64_t>(ns(work.read_ms), waited_ns), prep_ns = ns(work.prep_ms);
  const std::int64_t until_ns = start_ns + read_ns + prep_ns;
  const double left_ms = std::max(static_cast<double>(until_ns - machine_.now_ns()) / kNsPerMs, 1e-3);
  Activity activity;
  activity.cpu += std::min(work.cores / left_ms, 1.0);
  activity.mem += std::min(work.mem / left_ms, 1.0);
  announce(worker, {until_ns, activity});
  answer_ = fmt::format("until_ns {}\nread_ns {}\nprep_ns {}\n", until_ns, read_ns, prep_ns);
  return 0;
}

// Each thread works until its own end; what they do together changes whenever one of them is done.
void LoaderFile::announce(std::int64_t worker, const LoadSegment& segment) {
  working_[worker] = segment;
  std::vector<LoadSegment> left;
  for (const auto& [number, one] : working_) {
    if (one.end_ns > machine_.now_ns()) left.push_back(one);
  }
  std::sort(left.begin(), left.end(), [](const auto& a, const auto& b) { return a.end_ns < b.end_ns; });
  Activity sum;
  for (auto one = left.rbegin(); one != left.rend(); ++one) {
    sum = together(sum, one->activity);
    one->activity = sum;
  }
  timeline_->replace({left.begin(), left.end()});
}

int LoaderFile::deliver(std::int64_t asked_ns, std::int64_t made_ns) {
  if (samples_ == 0 || asked_ns > machine_.now_ns()) return EINVAL;
  const EmulatedMinibatch minibatch = surface_->at(clocks(), samples_, Pass::training, Loading::by_program(workers_));
  const auto ns = [](double ms) { return static_cast<std::int64_t>(ms * kNsPerMs); };
  std::int64_t wait_ns = 0;
  if (delivered_ns_ && workers_ > 0) {
    // A first minibatch that takes many times as long as the others, or a hook between two, lets nothing be made ahead.
    const std::int64_t since = asked_ns - *delivered_ns_ + ns(minibatch.serial_ms - minibatch.h2d_ms);
    const std::int64_t usual = ns(minibatch.busy_ms()), since_ns = since > kLongest * usual ? usual : since;
    wait_ns = made_ns / workers_ - std::llround(kOverlap * static_cast<double>(since_ns));
  }
  const std::int64_t until_ns = std::max(asked_ns + wait_ns, machine_.now_ns()) + ns(minibatch.serial_ms);
  delivered_ns_ = until_ns;
  answer_ = fmt::format("until_ns {}\n", until_ns);
  return 0;
}

}  // namespace

std::unique_ptr<OpenFile> open_loader_file(EmulatedMachine& machine) {
  return std::make_unique<LoaderFile>(machine);
}

}  // namespace wattline::jetsim
