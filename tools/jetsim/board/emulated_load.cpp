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

std::shared_ptr<Timeline> EmulatedLoad::open() {
  auto timeline = std::make_shared<Timeline>();
  timelines_.push_back(timeline);
  return timeline;
}

std::shared_ptr<Timeline> EmulatedLoad::open_gpu() {
  auto timeline = gpu_.lock();
  if (!timeline) gpu_ = timeline = open();
  return timeline;
}

std::shared_ptr<Timeline> EmulatedLoad::current() const {
  for (auto entry = timelines_.rbegin(); entry != timelines_.rend(); ++entry) {
    if (auto timeline = entry->lock()) return timeline;
  }
  return nullptr;
}

void EmulatedLoad::advance(std::int64_t now_ns) {
  timelines_.erase(
      std::remove_if(timelines_.begin(), timelines_.end(), [](const auto& entry) { return entry.expired(); }),
      timelines_.end());
  for (const auto& entry : timelines_) entry.lock()->advance(now_ns);
}

void EmulatedLoad::sample_host() {
  if (follow_host_) host_share_ = host_.update();
}

Activity EmulatedLoad::now() const {
  if (const auto timeline = current()) return timeline->now();
  Activity activity;
  if (!follow_host_) return activity;
  activity.cpu += host_share_ * kHostCpuShare * cores_;
  activity.gpu = host_share_ * kHostGpu;
  activity.gpu_work = host_share_ * kHostGpuWork;
  activity.mem += host_share_ * kHostMem;
  return activity;
}

std::int64_t EmulatedLoad::next_event() const {
  const auto timeline = current();
  return timeline ? timeline->next_event() : kNever;
}

}  // namespace wattline::jetsim
