// SPDX-License-Identifier: Apache-2.0
// powerlog as a child process for a whole measurement, and its readings as they arrive.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/interval_energy.hpp"
#include "base/not_copyable.hpp"
#include "io/power_columns.hpp"
#include "measure/pump.hpp"
#include "measure/row_child.hpp"
#include "measure/row_log.hpp"

namespace wattline::measure {

class PowerlogChild : NotCopyable {
 public:
  // `rail` is the one to measure. powerlog's own files go to the folder.
  PowerlogChild(cli::Context& context, Pump& pump, const std::string& folder, const std::string& rail,
                std::int64_t interval_ns);

  // Returns after the first reading, or when this machine has no power sensor. Throws unavailable, with the hint, when
  // there are no readings of the rail.
  void start(const std::string& hint);
  // Restarts it when it died. Throws when it keeps dying.
  void keep_alive();
  bool metered() const { return metered_; }
  // Of the rail, once started.
  const RailFacts& facts() const { return facts_; }

  // Readings of the rail; a stale one repeats the one before it.
  using Take = std::function<void(double mono_s, double watts, bool stale)>;
  void on_reading(Take take) { take_ = std::move(take); }
  // Copies every row of every rail from now on to a file of its own.
  void log_to(const std::string& path) {
    if (metered_) log_.open(path);
  }
  void end_log() { log_.close(); }

 private:
  void spawn();
  void take_row(const io::TsvFeed& row);

  cli::Context& context_;
  Pump& pump_;
  std::string folder_, rail_;
  std::int64_t interval_ns_;
  bool metered_ = true, rail_seen_ = false;
  std::string first_rail_;  // of a tick
  int ticks_ = 0;           // that have begun
  RailFacts facts_;
  int deaths_ = 0;
  std::optional<io::PowerColumns> columns_;
  RowLog log_;
  Take take_;
  RowChild child_;  // the last: it calls back into the others
};

}  // namespace wattline::measure
