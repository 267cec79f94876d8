// SPDX-License-Identifier: Apache-2.0
// What the board is busy with: nothing, what this machine is busy with, or the announced steps of workloads.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jetsim/spec/true_power.hpp"

namespace wattline::jetsim {

// A stretch of a step during which the hardware does the same thing.
struct LoadSegment {
  std::int64_t end_ns;
  Activity activity;
};

// The steps that one running workload has announced.
class Timeline {
 public:
  explicit Timeline(std::string account) : account_(std::move(account)) {}
  // The name under which the energy of the workload is accounted.
  const std::string& account() const { return account_; }
  void set_account(const std::string& account) { account_ = account; }
  // Segments must follow each other in time.
  void announce(const LoadSegment& segment) { segments_.push_back(segment); }
  // In place of all that was announced.
  void replace(std::deque<LoadSegment> segments) { segments_ = std::move(segments); }
  // Between announced steps, a workload goes on as it does on average.
  void set_mean(const Activity& mean) { mean_ = mean; }
  const Activity& mean() const { return mean_; }
  void advance(std::int64_t now_ns);
  Activity now() const { return segments_.empty() ? mean_ : segments_.front().activity; }
  std::int64_t next_event() const;
  // When the last announced segment ends; 0 without any.
  std::int64_t end_ns() const { return segments_.empty() ? 0 : segments_.back().end_ns; }
  // CPU time of the workload so far.
  void use_cpu(double seconds) { cpu_s_ += seconds; }
  double cpu_s() const { return cpu_s_; }

 private:
  std::string account_;
  double cpu_s_ = 0;
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

// Both activities at once, `more` counted above an idle board.
Activity together(const Activity& one, const Activity& more);

// What keeps the board busy while no workload runs on it: nothing, or as much as this machine is busy.
enum class LoadSource { idle, host };

class EmulatedLoad {
 public:
  EmulatedLoad(LoadSource source, int cores) : follow_host_(source == LoadSource::host), cores_(cores) {}
  // The activities of all timelines that are still held add up.
  std::shared_ptr<Timeline> open(const std::string& account = "unnamed");
  // The one timeline of all programs that compute on the GPU: it serves one after the other.
  std::shared_ptr<Timeline> open_gpu();
  void advance(std::int64_t now_ns);
  void sample_host();
  Activity now() const;
  // Without the workloads.
  Activity background() const;
  // How many times as long each workload computes on the GPU as it would alone: they share its time.
  double gpu_slowdown() const;
  // Adds to the CPU time of each workload what it used in this time of the board, whose cores they share.
  void account_cpu(double seconds, int cores);
  std::vector<std::shared_ptr<Timeline>> running() const;
  long long started() const { return started_; }
  std::int64_t next_event() const;
  bool follows_host() const { return follow_host_; }

 private:
  bool follow_host_;
  int cores_;
  HostLoad host_;
  double host_share_ = 0;
  long long started_ = 0;  // workloads, those that have ended too
  std::vector<std::weak_ptr<Timeline>> timelines_;
  std::weak_ptr<Timeline> gpu_;
};

}  // namespace wattline::jetsim
