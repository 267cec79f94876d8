// SPDX-License-Identifier: Apache-2.0
// Chooses power modes for a service while it answers requests: the mode that draws least at the present rate of
// requests and keeps a quantile of their latency. It goes up as soon as the held mode would break the target at the
// rate that is planned with, and comes down when that has been calm for a while.
#pragma once
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/statistics.hpp"
#include "model/service_demand.hpp"
#include "model/space.hpp"
#include "model/tuner.hpp"

namespace wattline::model {

struct ServiceRules {
  LatencyTarget target;
  std::optional<double> budget_w;       // of a mode that is held, while it serves
  std::optional<double> never_above_w;  // no mode is set that may draw more
  double changes_per_hour = 60;         // of the mode, at most
};

// What a window has measured: power is the mean of all of it, and the time that of a request in service.
struct ServiceReading : WindowReading {
  double utilization = 0;        // share of the window in which a request was in service
  std::optional<double> idle_w;  // power without a request
};

class ServiceTuner {
 public:
  ServiceTuner(const Space& space, const ServiceRules& rules);

  // The mode that is set first: that of the highest clocks, or with a limit of power that of a job.
  Mode start() const;
  // The mode is in force from now on.
  void begin(const Mode& mode, double now_s);
  // A request has ended.
  void add(const AnsweredRequest& request);
  // Whether the held mode has to be left at once.
  bool is_pressed(double now_s) const;
  // Adds what a window measured. True if requests take another time in this mode than before: the service or the board
  // has changed.
  bool add(const Mode& mode, const ServiceReading& reading);
  void fail(const Mode& mode) { failed_.insert(mode); }
  TuneDecision decide(double now_s);
  // Whether the reading is precise enough for what is to be decided, or the window long enough.
  bool is_over(const TuneDecision& decision, const WindowReading& reading) const;

  const ServiceDemand& demand() const { return demand_; }
  const ServiceRules& rules() const { return rules_; }

 private:
  static constexpr double kLeastRequests = 10;  // that tell their time
  struct Belief {
    Mode mode{};
    bool measured = false;
    double log_s = 0, log_s_sd = 0;  // time in service
    double log_w = 0, log_w_sd = 0;  // mean power at the present rate
    double busy_w = 0;               // power in service
  };
  struct Load {
    double busy_w = 0, idle_share = 0.5;  // idle power / power in service
  };
  bool add_time(const Mode& mode, const ServiceReading& reading);
  void add_power(const Mode& mode, const ServiceReading& reading);
  void scale_times(double log_ratio, const Mode& sure);
  double power_at(const Load& load, double utilization) const;
  double idle_share() const;
  std::vector<ModeReading> readings_at(double rate_hz) const;
  std::vector<Belief> measured(double rate_hz) const;
  void add_unknown(std::vector<Belief>& beliefs, double rate_hz) const;
  bool allowed(const Belief& belief, double sds) const;
  bool may_change(double now_s);
  const Belief* fastest(const std::vector<Belief>& beliefs) const;
  const Belief* thriftiest(const std::vector<Belief>& beliefs, double longest_s, double held_s) const;
  const Belief* promising(const std::vector<Belief>& beliefs, const Belief& best, double longest_s, double& gain) const;
  TuneDecision first_within(const std::vector<Belief>& beliefs) const;
  TuneDecision go_up(const std::vector<Belief>& beliefs, double longest_s, double now_s);
  TuneDecision hold(const Mode& mode, const std::string& reason);
  TuneDecision choose(const std::vector<Belief>& beliefs, const Belief& best, double longest_s, double now_s);
  std::optional<double> service_s(const Mode& mode) const;
  double present_service_s() const;
  bool is_late() const;
  bool has_to_go_up(double now_s) const;

  Space space_;
  ServiceRules rules_;
  ServiceDemand demand_;
  LatencyCurve curve_;
  std::map<Mode, ModeReading> times_;  // their power is not used
  std::map<Mode, Load> loads_;
  std::map<Mode, double> power_errors_;
  std::set<Mode> failed_;
  std::optional<Mode> mode_;     // in force
  double since_s_ = 0;           // in force
  double pressed_s_ = -1e18;     // when it last had to be left
  double longest_s_ = 0;         // service time that keeps the target at the planned rate, without a margin
  Running services_;             // since the mode is in force
  double ended_ = 0, late_ = 0;  // requests of the window that arrived since then, and those beyond the limit
  std::deque<double> changes_;
  bool held_ = false;
  bool at_top_ = false;  // there is no faster mode to go to
  bool is_new_ = false;  // a mode was measured for the first time
  int looks_ = 0;        // at measured modes alone
};

}  // namespace wattline::model
