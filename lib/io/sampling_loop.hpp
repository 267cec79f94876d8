// SPDX-License-Identifier: Apache-2.0
// The loop of every logger. It samples on an absolute schedule, alone or for as long as a command runs.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "io/child.hpp"
#include "io/signals.hpp"
#include "io/ticker.hpp"

namespace wattline::io {

struct Schedule {
  std::int64_t interval_ns = 100'000'000;  // positive
  std::int64_t count = 0;                  // ticks to take; 0 = no limit
  std::int64_t duration_ns = 0;            // the last tick is due no later than this after the first; 0 = no limit
  double spread = 0;                       // of the ticks (io/ticker.hpp)
};

// The largest share of missed ticks, in %, of a log that is called complete.
inline constexpr double kMostMissedPct = 1;

struct Tick {
  std::int64_t now_ns = 0;
  std::int64_t late_ns = 0;  // after it was due
  std::int64_t missed = 0;   // ticks that passed unseen just before
  bool scheduled = true;     // false: the one extra sample when a signal or the command's end stops the loop
};

class SamplingLoop {
 public:
  SamplingLoop(Clock& clock, Signals& signals, const Schedule& schedule);

  // `ready` is called when the descriptor is readable and at other times too: it must not block.
  void watch(int fd, std::function<void()> ready);
  // Called with the number of SIGUSR1 that came.
  void on_marks(std::function<void(int count)> marks) { marks_ = std::move(marks); }

  // Samples until the limits are reached, a stop signal comes, or `sample` returns false. The first tick
  // is due at once.
  void run(const std::function<bool(const Tick&)>& sample);
  // Samples while the command runs and returns its status. Stop signals are passed on to it, but for those that
  // a terminal sends to both. Ends with one sample after the command's end.
  int run_beside(Child& child, const std::function<bool(const Tick&)>& sample);

  // From a callback: no tick after this one.
  void stop() { stopped_ = true; }
  std::int64_t missed() const { return ticker_ ? ticker_->missed() : 0; }

 private:
  bool exhausted() const;
  // Waits for the next tick or an event; true = a tick is due.
  bool wait_for_tick();
  void handle_events();
  std::int64_t before_end(std::int64_t now_ns) const;
  Tick take_tick();
  Tick extra_tick();
  Clock& clock_;
  Signals& signals_;
  Schedule schedule_;
  std::int64_t start_ns_ = 0;
  std::optional<Ticker> ticker_;
  bool sampling_ = true;  // false when the reader of the rows went away
  bool stopped_ = false;
  std::vector<int> fds_;
  std::vector<std::function<void()>> ready_;
  std::function<void(int)> marks_;
};

}  // namespace wattline::io
