// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/hold_facts.hpp"

#include <cmath>

namespace wattline::wattcheck {

namespace {

constexpr double kAdjacentS = 0.001;  // between windows of one job

}  // namespace

void HoldFacts::add(const TunedWindow& window) {
  if (!window.holds) {
    current_.reset();
    return;
  }
  if (current_ && current_->mode == window.mode && std::fabs(window.start_s - current_->span.end_s) < kAdjacentS) {
    current_->span.end_s = window.end_s;
  } else {
    current_ = HeldMode{{window.start_s, window.end_s, "hold"}, window.mode, window.place};
  }
  if (!longest_ || current_->span.length_s() > longest_->span.length_s()) longest_ = current_;
}

}  // namespace wattline::wattcheck
