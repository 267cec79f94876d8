// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/surface.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/file_name.hpp"
#include "io/filesystem.hpp"
#include "jetsim/board/emulated_machine.hpp"
#include "jetsim/spec/hashed.hpp"

namespace wattline::jetsim {

namespace {

std::string workload_path(const std::string& name) {
  const std::string path = data_file("workloads/" + name + ".tsv");
  if (name.find('/') != std::string::npos || !fs::exists(path)) {
    throw usage_error("--workload " + name + ": not known", "one of: " + join(workload_names(), ", "));
  }
  return path;
}

double relative(std::int64_t value, std::int64_t highest) {
  return static_cast<double>(value) / static_cast<double>(highest);
}

// Small minibatches do not fill the GPU.
double gpu_amount(double amount) {
  constexpr double kFixed = 0.12;
  return kFixed + (1 - kFixed) * amount;
}

}  // namespace

std::vector<std::string> workload_names() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(data_file("workloads"))) {
    names.emplace_back(io::file_stem(entry.path().native()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

Activity EmulatedMinibatch::mean() const {
  Activity sum{0, 0, 0, 0, 0};
  for (const MinibatchSegment& segment : segments) {
    const double share = segment.ms / std::max(step_ms(), 1e-9);
    sum.cpu += share * segment.activity.cpu;
    sum.gpu += share * segment.activity.gpu;
    sum.gpu_work += share * segment.activity.gpu_work;
    sum.mem += share * segment.activity.mem;
    sum.gpu_need += share * segment.activity.gpu_need;
  }
  return sum;
}

Surface::Surface(const BoardSpec& board, const std::string& workload) : board_(board), name_(workload) {
  const BoardFile file(workload_path(workload));
  const auto number = [&](const char* key) { return file.number_or(key, 0); };
  batch_ = static_cast<int>(number("batch"));
  samples_ = static_cast<int>(number("samples"));
  workers_ = static_cast<int>(number("workers"));
  prep_ms_ = number("prep_ms");
  prep_mem_ms_ = number("prep_mem_ms");
  read_ms_ = number("read_ms");
  h2d_ms_ = number("h2d_ms");
  serial_ms_ = number("serial_ms");
  overhead_ms_ = number("overhead_ms");
  first_factor_ = number("first_factor");
  ripple_ = number("ripple");
  for (const std::string& value : file.all("stage")) {
    const auto words = split_blanks(value);
    if (words.size() != 5)
      throw data_error(file.path() + ": stage '" + value + "' is not NAME GPU MEM LAUNCH INTENSITY");
    double numbers[4];
    for (std::size_t i = 0; i < 4; ++i) numbers[i] = to_double(words[i + 1]).value_or(0);
    stages_.push_back({words[0] == "forward", numbers[0], numbers[1], numbers[2], numbers[3]});
  }
  if (batch_ < 1 || samples_ < 1 || stages_.empty())
    throw data_error(file.path() + ": batch, samples or stage is missing");
}

// A board may run one workload better or worse than its clocks say: keys speed.WORKLOAD.gpu and the like.
double Surface::tuned(const char* key, double otherwise) const {
  const double general = board_.file.number_or(std::string("speed.") + key, otherwise);
  return board_.file.number_or("speed." + name_ + "." + key, general);
}

Surface::Speeds Surface::speeds(const Clocks& clocks) const {
  double sum = 0;
  for (std::size_t i = 0; i < clocks.online.size(); ++i) {
    sum += clocks.online[i] * relative(clocks.cpu_khz[i], board_.cpu_khz.back());
  }
  const double cores = std::max(clocks.cores(), 1);
  return {tuned("cpu", 1) * sum / cores / ripple("cpu", clocks.cpu_khz.front()),
          tuned("gpu", 1) * relative(clocks.gpu_hz, board_.gpu_hz.back()),
          tuned("mem", 1) * relative(clocks.emc_hz, board_.emc_hz.back()), cores};
}

// Clock steps differ by a little more or less than their ratio: dividers, cache and DRAM timings do not scale along.
double Surface::ripple(const char* axis, std::int64_t clock) const {
  return 1 + 2 * ripple_ * hashed(hash_of(board_.name + name_), hash_of(axis), static_cast<std::uint64_t>(clock));
}

// Each stage runs at the pace of its slowest resource; a GPU that waits for memory still burns part of its power.
std::vector<MinibatchSegment> Surface::computation(const Speeds& now, double amount, const Clocks& clocks,
                                                   Pass pass) const {
  constexpr double kWaiting = 0.35;
  const double gpu_factor = gpu_amount(amount) * ripple("gpu", clocks.gpu_hz) / now.gpu;
  // The GPU cannot draw the full bandwidth at low clocks, and thrashes a slow memory at high ones; fast cores, and many
  // of them, take their share.
  const double thrash = 0.10 * std::max(now.gpu - 2.5 * now.mem, 0.0), cores = 0.04 * now.cpu + 0.002 * now.cores;
  const double bandwidth = std::min(now.mem, 1.4 * now.gpu) / (1 + thrash + cores);
  const double contention = now.cores < 2 ? 1.6 : 1.0;
  std::vector<MinibatchSegment> segments;
  for (const Stage& stage : stages_) {
    if (pass == Pass::inference && !stage.forward) continue;
    const double gpu = stage.gpu_ms * gpu_factor, mem = stage.mem_ms * gpu_amount(amount) / bandwidth;
    const double launch = stage.launch_ms * contention / now.cpu;
    MinibatchSegment segment;
    segment.ms = std::max({gpu, mem, launch}) + 0.08 * (gpu + mem + launch - std::max({gpu, mem, launch}));
    segment.activity.cpu = 1.0;  // the host thread launches kernels, or spins until they are done
    segment.activity.gpu = std::min(std::max(gpu, mem) / segment.ms, 1.0);
    segment.activity.gpu_need = segment.activity.gpu * relative(clocks.gpu_hz, board_.gpu_hz.back());
    segment.activity.gpu_work = stage.intensity * (gpu + kWaiting * std::max(mem - gpu, 0.0)) / segment.ms;
    segment.activity.mem = std::min(stage.mem_ms * gpu_amount(amount) / segment.ms, 1.0);
    segments.push_back(segment);
  }
  return segments;
}

// Time the workers need for one minibatch. They share the cores that the host thread leaves.
double Surface::loader_ms(const Speeds& now, double amount, double host_share, EmulatedMinibatch& result) const {
  const double starved = std::max(workers_ + 1 - now.cores, 0.0);
  const double alone = std::fmod(now.cores, 4) == 1 && now.cores > 1 ? 0.03 : 0.0;  // a core by itself in its cluster
  const double available = std::max(now.cores - host_share, 0.45);
  // Without workers the host thread does it all.
  const double parallel = workers_ == 0 ? 1 : std::min<double>(workers_, available) / (1 + 0.025 * starved + alone);
  result.prep_ms = amount * (prep_ms_ / now.cpu + prep_mem_ms_ / now.mem);
  result.read_ms = amount * read_ms_ / std::sqrt(now.cpu);
  return (result.prep_ms + result.read_ms) / parallel;
}

EmulatedMinibatch Surface::at(const Clocks& clocks, int batch, Pass pass) const {
  const Speeds now = speeds(clocks);
  const double amount = static_cast<double>(batch) / batch_;
  EmulatedMinibatch result;
  result.segments = computation(now, amount, clocks, pass);
  for (const MinibatchSegment& segment : result.segments) result.compute_ms += segment.ms;
  result.overhead_ms = overhead_ms_ / now.cpu;
  result.h2d_ms = amount * h2d_ms_ / std::min(now.mem * 1.5, 1.0);
  const double serial = serial_ms_ / now.cpu;
  const double busy = result.compute_ms + result.overhead_ms + serial;
  const double loader = loader_ms(now, amount, std::min(0.55 + 0.45 * serial / busy, 1.0), result);
  const double hidden = workers_ == 0 ? 0 : 0.97 * busy;  // by computation that goes on meanwhile
  result.stall_ms = result.h2d_ms + serial + std::max(loader - hidden, 0.0);
  const double working = std::min((result.prep_ms + 0.3 * result.read_ms) / result.step_ms(), now.cores);
  const Activity waiting{working + 0.3, 0, 0, amount * prep_mem_ms_ / result.step_ms()};
  for (MinibatchSegment& segment : result.segments) {
    segment.activity.cpu = std::min(segment.activity.cpu + working, now.cores);
    segment.activity.mem = std::min(segment.activity.mem + waiting.mem, 1.0);
  }
  result.segments.insert(result.segments.begin(),
                         {{result.overhead_ms, {working + 1, 0, 0, waiting.mem}}, {result.stall_ms, waiting}});
  return result;
}

double settled_watts(const TruePower& power, const Clocks& clocks, const EmulatedMinibatch& minibatch) {
  double watts = 0, celsius = 45;
  for (int round = 0; round < 4; ++round) {
    watts = 0;
    for (const MinibatchSegment& segment : minibatch.segments) {
      watts += power.total(power.rails(power.consumers(clocks, segment.activity, celsius))) * segment.ms;
    }
    watts /= minibatch.step_ms();
    celsius = settled_celsius(watts);
  }
  return watts;
}

}  // namespace wattline::jetsim
