// SPDX-License-Identifier: Apache-2.0
// What the board is busy with: nothing, what this machine is busy with, or a workload's announced steps.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "jetsim/board/true_power.hpp"

namespace wattline::jetsim {

// A stretch of a step during which the hardware does the same thing.
struct LoadSegment {
  std::int64_t end_ns;
  Activity activity;
};

// The steps that one running workload has announced.
class Timeline {
 public:
  // Segments must follow each other in time.
  void announce(const LoadSegment& segment) { segments_.push_back(segment); }
  // Between announced steps, a workload goes on as it does on average.
  void set_mean(const Activity& mean) { mean_ = mean; }
  void advance(std::int64_t now_ns);
  Activity now() const { return segments_.empty() ? mean_ : segments_.front().activity; }
  std::int64_t next_event() const;
  // When the last announced segment ends; 0 without any.
  std::int64_t end_ns() const { return segments_.empty() ? 0 : segments_.back().end_ns; }

 private:
  std::deque<LoadSegment> segments_;
  Activity mean_;
};

// Busy share of this machine's processors between two calls, from its own /proc/stat.
class HostLoad {
 public:
  double update();  // 0..1; the last value when too little time has passed

 private:
  long long busy_ = 0, total_ = 0;
  double share_ = 0;
};

// What keeps the board busy while no workload runs on it: nothing, or as much as this machine is busy.
enum class LoadSource { idle, host };

class EmulatedLoad {
 public:
  EmulatedLoad(LoadSource source, int cores) : follow_host_(source == LoadSource::host), cores_(cores) {}
  // The newest timeline that is still held counts.
  std::shared_ptr<Timeline> open();
  // The one timeline of all programs that compute on the GPU: it serves one after the other.
  std::shared_ptr<Timeline> open_gpu();
  void advance(std::int64_t now_ns);
  void sample_host();
  Activity now() const;
  std::int64_t next_event() const;
  bool follows_host() const { return follow_host_; }

 private:
  std::shared_ptr<Timeline> current() const;
  bool follow_host_;
  int cores_;
  HostLoad host_;
  double host_share_ = 0;
  std::vector<std::weak_ptr<Timeline>> timelines_;
  std::weak_ptr<Timeline> gpu_;
};

}  // namespace wattline::jetsim
