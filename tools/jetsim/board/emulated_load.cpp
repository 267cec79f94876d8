// SPDX-License-Identifier: Apache-2.0
#include "jetsim/board/emulated_load.hpp"

#include <algorithm>

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "jetsim/clocks/cpu_complex.hpp"

namespace wattline::jetsim {

namespace {

// A training process keeps the GPU busy most of the time that it runs, and about half of the cores.
constexpr double kHostCpuShare = 0.45, kHostGpu = 0.95, kHostGpuWork = 0.85, kHostMem = 0.55;

}  // namespace

void Timeline::advance(std::int64_t now_ns) {
  while (!segments_.empty() && segments_.front().end_ns <= now_ns) segments_.pop_front();
}

std::int64_t Timeline::next_event() const {
  return segments_.empty() ? kNever : segments_.front().end_ns;
}

double HostLoad::update() {
  constexpr long long kTicks = 4;  // below, the kernel's accounting is too coarse
  const std::string text = io::read_text("/proc/stat").value_or("");
  const auto fields = split_blanks(std::string_view(text).substr(0, text.find('\n')));
  long long total = 0, idle = 0;
  for (std::size_t i = 1; i < fields.size() && i <= 8; ++i) {
    const auto value = to_int64(fields[i]).value_or(0);
    total += value;
    if (i == 4 || i == 5) idle += value;
  }
  if (total - total_ < kTicks) return share_;
  const long long busy = total - idle;
  if (total_ > 0) share_ = static_cast<double>(busy - busy_) / static_cast<double>(total - total_);
  busy_ = busy;
  total_ = total;
  return share_ = std::clamp(share_, 0.0, 1.0);
}

Activity together(const Activity& one, const Activity& more) {
  const Activity idle;
  return {one.cpu + more.cpu - idle.cpu, std::min(one.gpu + more.gpu - idle.gpu, 1.0),
          one.gpu_work + more.gpu_work - idle.gpu_work, std::min(one.mem + more.mem - idle.mem, 1.0),
          one.gpu_need + more.gpu_need - idle.gpu_need};
}

std::shared_ptr<Timeline> EmulatedLoad::open(const std::string& account) {
  auto timeline = std::make_shared<Timeline>(account);
  timelines_.push_back(timeline);
  ++started_;
  return timeline;
}

std::shared_ptr<Timeline> EmulatedLoad::open_gpu() {
  auto timeline = gpu_.lock();
  if (!timeline) gpu_ = timeline = open("gpu");
  return timeline;
}

std::vector<std::shared_ptr<Timeline>> EmulatedLoad::running() const {
  std::vector<std::shared_ptr<Timeline>> held;
  for (const auto& entry : timelines_) {
    if (auto timeline = entry.lock()) held.push_back(std::move(timeline));
  }
  return held;
}

void EmulatedLoad::advance(std::int64_t now_ns) {
  timelines_.erase(
      std::remove_if(timelines_.begin(), timelines_.end(), [](const auto& entry) { return entry.expired(); }),
      timelines_.end());
  for (const auto& timeline : running()) timeline->advance(now_ns);
}

void EmulatedLoad::sample_host() {
  if (follow_host_) host_share_ = host_.update();
}

Activity EmulatedLoad::now() const {
  const auto timelines = running();
  if (timelines.empty()) return background();
  Activity sum;
  for (const auto& timeline : timelines) sum = together(sum, timeline->now());
  return sum;
}

double EmulatedLoad::gpu_slowdown() const {
  double demand = 0;
  for (const auto& timeline : running()) demand += timeline->mean().gpu;
  return std::max(demand, 1.0);
}

void EmulatedLoad::account_cpu(double seconds, int cores) {
  const double share = std::min(cores / std::max(now().cpu, 1e-9), 1.0);
  for (const auto& timeline : running()) {
    timeline->use_cpu(std::max(timeline->now().cpu - Activity{}.cpu, 0.0) * share * seconds);
  }
}

// A workload is measured on a board that does nothing else.
Activity EmulatedLoad::background() const {
  Activity activity;
  if (!follow_host_ || !running().empty()) return activity;
  activity.cpu += host_share_ * kHostCpuShare * cores_;
  activity.gpu = activity.gpu_need = host_share_ * kHostGpu;
  activity.gpu_work = host_share_ * kHostGpuWork;
  activity.mem += host_share_ * kHostMem;
  return activity;
}

std::int64_t EmulatedLoad::next_event() const {
  std::int64_t first = kNever;
  for (const auto& timeline : running()) first = std::min(first, timeline->next_event());
  return first;
}

}  // namespace wattline::jetsim
