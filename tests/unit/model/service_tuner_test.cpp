// SPDX-License-Identifier: Apache-2.0
#include "model/service_tuner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "model/service_replay.hpp"
#include "surfaces.hpp"

using namespace wattline;
using namespace wattline::model;

namespace {

constexpr LatencyTarget kTarget{0.99, 1};

// The fastest mode takes 100 ms and serves 10 requests per second.
ServiceTable board() {
  ServiceTable table;
  for (const Mode& mode : test::lattice()) {
    const Outcome outcome = test::surface(mode);
    table[mode] = {outcome.minibatch_ms, outcome.power_w, 0.6 * outcome.power_w};
  }
  return table;
}

const Space& space() {
  static const Space all(test::lattice());
  return all;
}

struct Run {
  std::vector<ServedWindow> windows;
  std::vector<AnsweredRequest> requests;
  double joules = 0;
  int changes = 0;

  double share_within(const LatencyTarget& target, double from_s = 0) const {
    double all = 0, within = 0;
    for (const AnsweredRequest& request : requests) {
      if (request.arrival_s < from_s) continue;
      ++all;
      if (request.latency_s() <= target.limit_s) ++within;
    }
    return within / all;
  }
  double mean_w() const { return joules / windows.back().end_s; }
  // The window in which the time lies.
  const ServedWindow& at(double time_s) const {
    return *std::find_if(windows.begin(), windows.end(), [&](const ServedWindow& w) { return w.end_s >= time_s; });
  }
};

Run serve(ServiceTuner& tuner, const std::vector<RateChange>& rates, double end_s,
          const ServiceTable& table = board()) {
  ServiceReplayRules rules;
  rules.rates = rates;
  rules.end_s = end_s;
  rules.requests = HUGE_VAL;
  Run run;
  replay_service(
      table, tuner, rules,
      [&](const ServedWindow& window) {
        if (!run.windows.empty() && run.windows.back().mode != window.mode) ++run.changes;
        run.windows.push_back(window);
        run.joules += window.energy_j;
      },
      [&](const AnsweredRequest& request) { run.requests.push_back(request); });
  return run;
}

ServiceRules rules(const LatencyTarget& target = kTarget) {
  ServiceRules rules;
  rules.target = target;
  return rules;
}

// Power of the best mode that keeps the target at a rate of Poisson arrivals.
double least_w(double rate_hz) {
  const double longest_s = ServiceDemand(kTarget).curve().longest_service_s(rate_hz, kTarget.limit_s);
  double least = HUGE_VAL;
  for (const auto& [mode, outcome] : board()) {
    const double busy = rate_hz * outcome.service_ms / 1e3;
    if (outcome.service_ms / 1e3 <= longest_s)
      least = std::min(least, busy * outcome.busy_w + (1 - busy) * outcome.idle_w);
  }
  return least;
}

std::vector<AnsweredRequest> requests_of(double rate_hz, double service_s, int count, std::uint64_t seed) {
  PoissonArrivals arrivals({{0, rate_hz}}, HUGE_VAL, seed);
  std::vector<AnsweredRequest> requests;
  double free_s = 0;
  for (int i = 0; i < count; ++i) {
    const double arrival_s = arrivals.next(), start_s = std::max(arrival_s, free_s);
    free_s = start_s + service_s;
    requests.push_back({arrival_s, start_s, free_s});
  }
  return requests;
}

}  // namespace

TEST_CASE("the latency of a queue with Poisson arrivals and equal service times is that of theory") {
  ServiceDemand demand({0.5, 1});
  const LatencyCurve curve = demand.curve();
  CHECK(curve.at(0) == Approx(1));
  // The median of M/D/1 at a utilization of 0.5 is within the first service time: P(no wait) = 0.5.
  CHECK(curve.at(0.5) == Approx(1).margin(0.1));
  const LatencyCurve late = ServiceDemand({0.99, 1}).curve();
  CHECK(late.at(0.5) == Approx(4).epsilon(0.25));  // Erlang's formula: P(wait > 3 service times) = 0.01
  CHECK(late.at(0.9) > 3 * late.at(0.5));
  CHECK(late.at(0.96) == HUGE_VAL);
}

TEST_CASE("the longest service time keeps the limit when it is served") {
  ServiceDemand demand(kTarget);
  for (const AnsweredRequest& request : requests_of(4, 0.05, 4000, 3)) demand.add(request, 0.05);
  const double longest_s = demand.curve().longest_service_s(4, kTarget.limit_s);
  std::vector<double> latencies;
  for (const AnsweredRequest& request : requests_of(4, longest_s, 20000, 7)) latencies.push_back(request.latency_s());
  CHECK(*quantile(latencies, 0.99) == Approx(kTarget.limit_s).epsilon(0.3));
}

TEST_CASE("the rate is that of the arrivals, also while requests wait and while none come") {
  ServiceDemand demand(kTarget);
  const std::vector<AnsweredRequest> overloaded = requests_of(10, 0.2, 400, 1);  // five per second are answered
  for (const AnsweredRequest& request : overloaded) demand.add(request, 0.2);
  CHECK(demand.rate_hz(overloaded.back().end_s) == Approx(10).epsilon(0.15));
  CHECK(demand.queue() > 100);
  CHECK(demand.is_flooded(0.2));
  ServiceDemand quiet(kTarget);
  for (const AnsweredRequest& request : requests_of(10, 0.02, 400, 1)) quiet.add(request, 0.02);
  CHECK_FALSE(quiet.is_flooded(0.02));
  CHECK(quiet.rate_hz(400) < 3);
}

TEST_CASE("a steady service takes little more power than in the best mode, and keeps its target") {
  for (const double rate : {1.0, 2.0, 4.0}) {
    ServiceTuner tuner(space(), rules());
    const Run run = serve(tuner, {{0, rate}}, 3600);
    CHECK(run.share_within(kTarget) >= 0.99);
    CHECK(run.mean_w() < 1.12 * least_w(rate));
    CHECK(run.changes < 30);
  }
}

TEST_CASE("it goes up before the target is broken when the rate doubles in steps, and comes down later") {
  ServiceTuner tuner(space(), rules());
  const Run run = serve(tuner, {{0, 1}, {1200, 2}, {2400, 4}, {3600, 1}}, 4800);
  CHECK(run.share_within(kTarget) >= 0.985);
  const double before = run.at(1190).reading.minibatch_ms, high = run.at(3000).reading.minibatch_ms;
  CHECK(high < before);
  CHECK(run.at(4790).reading.minibatch_ms > high);
  CHECK(run.at(4790).start_s > 3660);  // after a calm time
}

TEST_CASE("a burst is served in the fastest mode") {
  ServiceTuner tuner(space(), rules());
  const Run run = serve(tuner, {{0, 0.5}, {1200, 20}, {1210, 0.5}}, 1800);
  const bool fast = std::any_of(run.windows.begin(), run.windows.end(), [](const ServedWindow& w) {
    return w.start_s > 1200 && w.start_s < 1230 && w.reading.minibatch_ms < 110;
  });
  CHECK(fast);
  CHECK(run.at(1790).reading.minibatch_ms > 110);
}

TEST_CASE("it does not oscillate over a day, and no hour has more changes than allowed") {
  std::vector<RateChange> day;
  for (int slice = 0; slice < 144; ++slice) day.push_back({slice * 600.0, 2.5 - 2 * std::cos(2 * M_PI * slice / 144)});
  for (const double most : {12.0, 60.0}) {
    ServiceRules few = rules();
    few.changes_per_hour = most;
    ServiceTuner tuner(space(), few);
    const Run run = serve(tuner, day, 86400);
    CHECK(run.share_within(kTarget) >= 0.99);
    std::vector<double> changes;
    for (std::size_t i = 1; i < run.windows.size(); ++i) {
      if (run.windows[i].mode != run.windows[i - 1].mode) changes.push_back(run.windows[i].start_s);
    }
    for (std::size_t i = std::size_t(most); i < changes.size(); ++i)
      CHECK(changes[i] - changes[i - std::size_t(most)] >= 3600);
  }
}

TEST_CASE("a target that no mode keeps: the fastest mode, and the reason says so") {
  ServiceTuner tuner(space(), rules({0.99, 0.05}));
  const Run run = serve(tuner, {{0, 2}}, 600);
  CHECK(run.windows.back().reading.minibatch_ms == Approx(100).epsilon(0.05));
  CHECK(run.windows[1].next.reason.find("no mode keeps the target") != std::string::npos);
  CHECK(run.windows.size() < 50);
  CHECK(run.share_within({0.99, 0.05}) < 0.01);
}

TEST_CASE("a service whose requests take longer than before is tuned to that") {
  ServiceTuner tuner(space(), rules());
  serve(tuner, {{0, 2}}, 1200);
  ServiceReading slower;
  const TuneDecision held = tuner.decide(1200);
  slower = {};
  slower.steps = 50;
  slower.minibatch_ms = 1.5 * board().at(held.mode).service_ms;
  slower.power_w = board().at(held.mode).busy_w;
  slower.log_ms_error = slower.log_w_error = 0.01;
  slower.utilization = 0.5;
  CHECK(tuner.add(held.mode, slower));
  CHECK_FALSE(tuner.add(held.mode, slower));
}

TEST_CASE("all modes keep the budget while they serve, if they are held") {
  ServiceRules limited = rules();
  limited.budget_w = 17;
  ServiceTuner tuner(space(), limited);
  const Run run = serve(tuner, {{0, 4}}, 1800);
  for (const ServedWindow& window : run.windows) {
    if (window.phase == TunePhase::hold) CHECK(board().at(window.mode).busy_w < 17 * 1.03);
  }
}

TEST_CASE("no mode is set that may exceed the cap") {
  ServiceRules capped = rules();
  capped.never_above_w = 17;
  ServiceTuner tuner(space(), capped);
  for (const ServedWindow& window : serve(tuner, {{0, 3}}, 1800).windows) CHECK(board().at(window.mode).busy_w < 17);
}

TEST_CASE("arrivals follow the rates") {
  PoissonArrivals arrivals({{0, 10}, {100, 0}, {200, 20}}, 300, 1);
  double first = 0, second = 0, third = 0;
  for (double at = arrivals.next(); std::isfinite(at); at = arrivals.next())
    ++(at < 100 ? first : at < 200 ? second : third);
  CHECK(first == Approx(1000).epsilon(0.1));
  CHECK(second == 0);
  CHECK(third == Approx(2000).epsilon(0.1));
}
