// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/surface.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/file_name.hpp"
#include "io/filesystem.hpp"
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

// Of what a stage needs besides its slowest resource, this share does not overlap with it.
constexpr double kSerial = 0.28;
// Starting kernels takes the host its clock and, for this share of the time, the latency of the memory.
constexpr double kLatency = 0.22;
// The GPU cannot draw the full bandwidth at low clocks.
constexpr double kMostBandwidth = 2.6;
// The system and the loggers keep this many cores busy at the highest clock, and more at lower ones; so many threads,
// most of them short, ask for a core.
constexpr double kSystemCores = 0.06, kSystemThreads = 0.26;

// The host thread waits for the GPU now and then, which leaves a loader thread its core.
double host_share(const EmulatedMinibatch& minibatch) {
  return std::min(0.55 + 0.45 * minibatch.serial_ms / minibatch.busy_ms(), 1.0);
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

Surface::Surface(const BoardSpec& board, const std::string& workload) : board_(board), name_(workload) {
  if (!board.is_jetson())
    throw unavailable(board.name + ": training on it is not emulated", "run a program on it: joules -- COMMAND");
  const BoardFile file(workload_path(workload));
  const auto number = [&](const char* key) { return file.number_or(key, 0); };
  batch_ = static_cast<int>(number("batch"));
  samples_ = static_cast<int>(number("samples"));
  workers_ = static_cast<int>(number("workers"));
  sample_bytes_ = number("sample_bytes");
  prep_ms_ = number("prep_ms");
  prep_mem_ms_ = number("prep_mem_ms");
  read_ms_ = number("read_ms");
  h2d_ms_ = number("h2d_ms");
  serial_ms_ = number("serial_ms");
  overhead_ms_ = number("overhead_ms");
  first_factor_ = number("first_factor");
  ripple_ = number("ripple");
  crowd_ = file.number_or("crowd", 0.56);
  crowd_power_ = file.number_or("crowd.power", 1.7);
  for (const std::string& value : file.all("stage")) {
    const auto words = split_blanks(value);
    if (words.size() != 5)
      throw data_error(file.path() + ": stage '" + value + "' is not NAME GPU MEM LAUNCH INTENSITY");
    double numbers[4];
    for (std::size_t i = 0; i < 4; ++i) numbers[i] = to_double(words[i + 1]).value_or(0);
    stages_.push_back({words[0] == "forward", numbers[0], numbers[1], numbers[2], numbers[3]});
  }
  if (file.has("memory_b")) {
    const auto words = file.integers("memory_b");
    if (words.size() != 2) throw data_error(file.path() + ": memory_b is not FIXED PER_SAMPLE");
    fixed_b_ = static_cast<double>(words[0]);
    memory_per_sample_b_ = static_cast<double>(words[1]);
  }
  if (batch_ < 1 || samples_ < 1 || stages_.empty())
    throw data_error(file.path() + ": batch, samples or stage is missing");
  if (file.has("tokens")) read_tokens(file);
}

void Surface::read_tokens(const BoardFile& file) {
  context_ = static_cast<int>(file.number_or("context", 0));
  reads_tokens_ = file.text("tokens") == "prompt";
  if (context_ < 1 || (!reads_tokens_ && file.text("tokens") != "generated"))
    throw data_error(file.path() + ": tokens is not 'prompt' or 'generated', or context is missing");
  gpu_growth_ = Growth::of(file.text("growth.gpu"), file.path());
  mem_growth_ = Growth::of(file.text("growth.mem"), file.path());
}

std::string Surface::prefill_of(const std::string& workload) {
  return BoardFile(workload_path(workload)).text_or("prefill", "");
}

double Surface::context_ratio(const MinibatchSize& size) const {
  return size.context > 0 && context_ > 0 ? static_cast<double>(size.context) / context_ : 1;
}

Surface::Amount Surface::amount(const MinibatchSize& size) const {
  const double batch = static_cast<double>(size.batch) / batch_, context = context_ratio(size);
  return {gpu_growth_.at(batch, context), mem_growth_.at(batch, context)};
}

std::optional<std::int64_t> Surface::tokens(const MinibatchSize& size) const {
  if (context_ == 0) return std::nullopt;
  const int each = reads_tokens_ ? (size.context > 0 ? size.context : context_) : 1;
  return std::int64_t{size.batch} * each;
}

// A board may run one workload better or worse than its clocks say: keys speed.WORKLOAD.gpu and the like.
double Surface::tuned(const char* key, double otherwise) const {
  const double general = board_.file.number_or(std::string("speed.") + key, otherwise);
  return board_.file.number_or("speed." + name_ + "." + key, general);
}

Surface::Speeds Surface::speeds(const Clocks& clocks, int workers) const {
  double sum = 0;
  for (std::size_t i = 0; i < clocks.online.size(); ++i) {
    sum += clocks.online[i] * relative(clocks.cpu_khz[i], board_.cpu_khz.back());
  }
  const double cores = std::max(clocks.cores(), 1);
  const double cpu = tuned("cpu", 1) * sum / cores / ripple("cpu", clocks.cpu_khz.front());
  return {cpu, tuned("gpu", 1) * clocks.gpu_units * relative(clocks.gpu_hz, board_.gpu_hz.back()),
          tuned("mem", 1) * relative(clocks.emc_hz, board_.emc_hz.back()), cores, crowded(cpu, cores, workers)};
}

// With few cores the host thread waits for one: for the loader threads, and for the system, which a low clock keeps
// busy. If kernels are queued, the GPU notices only long waits, hence the power.
double Surface::crowded(double cpu, double cores, int workers) const {
  constexpr double kOfWorker = 0.08;
  return 1 + crowd_ * std::pow((1 + kSystemThreads / cpu + kOfWorker * workers) / cores, crowd_power_);
}

// Clock steps differ by a little more or less than their ratio: dividers, cache and DRAM timings do not scale along.
double Surface::ripple(const char* axis, std::int64_t clock) const {
  return 1 + 2 * ripple_ * hashed(hash_of(board_.name + name_), hash_of(axis), static_cast<std::uint64_t>(clock));
}

// Each stage runs at the pace of its slowest resource; a GPU that waits for memory still burns part of its power.
std::vector<MinibatchSegment> Surface::computation(const Speeds& now, const Amount& amount, const Clocks& clocks,
                                                   Pass pass) const {
  constexpr double kWaiting = 0.08, kPolling = 0.23;
  const double gpu_factor = amount.gpu * ripple("gpu", clocks.gpu_hz) / now.gpu;
  // Fast cores, and many of them, take their share of the bandwidth.
  const double bandwidth =
      std::min(now.mem, kMostBandwidth * now.gpu) / (1 + 0.06 * now.cpu * now.cpu + 0.002 * now.cores);
  const double intensity = board_.file.number_or("intensity." + name_, 1);
  const double starting = now.crowd * ((1 - kLatency) / now.cpu + kLatency / now.mem);
  std::vector<MinibatchSegment> segments;
  for (const Stage& stage : stages_) {
    if (pass == Pass::inference && !stage.forward) continue;
    const double gpu = stage.gpu_ms * gpu_factor, mem = stage.mem_ms * amount.mem / bandwidth;
    const double launch = stage.launch_ms * starting;
    MinibatchSegment segment;
    const double slowest = std::max({gpu, mem, launch});
    segment.ms = slowest + kSerial * (gpu + mem + launch - slowest);
    segment.activity.cpu = kPolling + (1 - kPolling) * launch / segment.ms;
    // The GPU is never without a kernel to run, unless the host starts them too slowly.
    segment.activity.gpu = std::min(1 - (launch - std::max(gpu, mem)) / segment.ms, 1.0);
    segment.activity.gpu_need = segment.activity.gpu * relative(clocks.gpu_hz, board_.gpu_hz.back());
    segment.activity.gpu_work = intensity * stage.intensity * (gpu + kWaiting * std::max(mem - gpu, 0.0)) / segment.ms;
    segment.activity.mem = std::min(stage.mem_ms * amount.mem / segment.ms, 1.0);
    segments.push_back(segment);
  }
  return segments;
}

// The workers share the cores that the host thread leaves.
LoaderWork Surface::loader_work(const Speeds& now, double amount, double host_share, int workers) const {
  const double starved = std::max(workers + 1 + kSystemThreads / now.cpu - now.cores, 0.0);
  const double alone = std::fmod(now.cores, 4) == 1 && now.cores > 1 ? 0.03 : 0.0;  // a core by itself in its cluster
  const double available = std::max(now.cores - host_share - kSystemCores / now.cpu, 0.45);
  LoaderWork work;
  work.prep_ms = amount * (prep_ms_ / now.cpu + prep_mem_ms_ / now.mem);
  work.read_ms = amount * read_ms_ / std::sqrt(now.cpu);
  if (workers > 0) work.crowding = workers * (1 + 0.19 * starved + alone) / std::min<double>(workers, available);
  work.cores = work.prep_ms + 0.3 * work.read_ms;
  work.mem = amount * prep_mem_ms_;
  return work;
}

LoaderWork Surface::loader_work(const Clocks& clocks, int batch, int workers) const {
  const double share = host_share(at(clocks, batch, Pass::training, Loading::by_program(workers)));
  return loader_work(speeds(clocks, workers), static_cast<double>(batch) / batch_, share, workers);
}

// Adds the wait for the samples and the load of making them.
void Surface::load(const Speeds& now, double amount, const Loading& loading, EmulatedMinibatch& result) const {
  const int workers = loading.workers.value_or(workers_);
  const LoaderWork work = loader_work(now, amount, host_share(result), workers);
  const double threads = std::max(workers, 1);
  const double reading = std::max(work.read_ms * work.crowding / threads, loading.reading.each_ms(workers));
  const double loader = reading + work.prep_ms * work.crowding / threads;
  const double hidden = workers == 0 ? 0 : kOverlap * result.busy_ms();  // by computation that goes on meanwhile
  result.prep_ms = work.prep_ms;
  result.read_ms = std::max(work.read_ms, loading.reading.alone_ms);
  result.stall_ms += std::max(loader - hidden, 0.0);
  const double working = std::min(work.cores / result.step_ms(), now.cores), mem = work.mem / result.step_ms();
  for (MinibatchSegment& segment : result.segments) {
    segment.activity.cpu = std::min(segment.activity.cpu + working, now.cores);
    segment.activity.mem = std::min(segment.activity.mem + mem, 1.0);
  }
  result.segments[1].ms = result.stall_ms;
}

EmulatedMinibatch Surface::at(const Clocks& clocks, const MinibatchSize& size, Pass pass,
                              const Loading& loading) const {
  const Speeds now = speeds(clocks, loading.workers.value_or(workers_));
  const double amount = static_cast<double>(size.batch) / batch_;
  EmulatedMinibatch result;
  result.segments = computation(now, this->amount(size), clocks, pass);
  for (const MinibatchSegment& segment : result.segments) result.compute_ms += segment.ms;
  result.overhead_ms = overhead_ms_ * now.crowd / now.cpu;
  result.h2d_ms = amount * h2d_ms_ / std::min(now.mem * 1.5, 1.0);
  result.serial_ms = serial_ms_ * now.crowd * now.crowd / now.cpu;  // two threads hand samples over
  result.stall_ms = result.h2d_ms + result.serial_ms;
  Activity launching, waiting;
  launching.cpu = 1;
  waiting.cpu = 0.3;
  result.segments.insert(result.segments.begin(), {{result.overhead_ms, launching}, {result.stall_ms, waiting}});
  if (!loading.elsewhere) load(now, amount, loading, result);
  return result;
}

}  // namespace wattline::jetsim
