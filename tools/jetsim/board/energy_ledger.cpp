// SPDX-License-Identifier: Apache-2.0
#include "jetsim/board/energy_ledger.hpp"

#include <algorithm>

#include "base/units.hpp"

namespace wattline::jetsim {

namespace {

constexpr std::size_t kMaxEntries = std::size_t{1} << 20;

}  // namespace

EnergyLedger::EnergyLedger(std::size_t rails, std::int64_t start_ns)
    : rails_(rails), times_{start_ns}, joules_(rails, 0) {}

void EnergyLedger::add(std::int64_t end_ns, const std::vector<double>& watts) {
  if (end_ns <= times_.back()) return;
  if (times_.size() >= kMaxEntries) thin();
  const double seconds = to_seconds(end_ns - times_.back());
  const std::size_t last = joules_.size() - rails_;
  for (std::size_t rail = 0; rail < rails_; ++rail) joules_.push_back(joules_[last + rail] + watts[rail] * seconds);
  times_.push_back(end_ns);
}

// Days of emulated time fit in bounded memory: the older half keeps every other entry, whose energy stays exact.
void EnergyLedger::thin() {
  const std::size_t half = times_.size() / 2;
  std::size_t kept = 1;
  for (std::size_t i = 2; i < times_.size(); i += i < half ? 2 : 1, ++kept) {
    times_[kept] = times_[i];
    std::copy_n(joules_.begin() + static_cast<std::ptrdiff_t>(i * rails_), rails_,
                joules_.begin() + static_cast<std::ptrdiff_t>(kept * rails_));
  }
  times_.resize(kept);
  joules_.resize(kept * rails_);
}

double EnergyLedger::joules(std::size_t rail, std::int64_t at_ns) const {
  if (at_ns <= times_.front()) return 0;
  if (at_ns >= times_.back()) return joules_[joules_.size() - rails_ + rail];
  const auto after = std::upper_bound(times_.begin(), times_.end(), at_ns);
  const auto i = static_cast<std::size_t>(after - times_.begin());
  const double before = joules_[(i - 1) * rails_ + rail], next = joules_[i * rails_ + rail];
  const double part = static_cast<double>(at_ns - times_[i - 1]) / static_cast<double>(times_[i] - times_[i - 1]);
  return before + part * (next - before);
}

double EnergyLedger::mean(std::size_t rail, std::int64_t from_ns, std::int64_t to_ns) const {
  from_ns = std::max(from_ns, start_ns());
  to_ns = std::min(std::max(to_ns, from_ns + 1), end_ns());
  if (to_ns <= from_ns) return 0;
  return (joules(rail, to_ns) - joules(rail, from_ns)) / to_seconds(to_ns - from_ns);
}

}  // namespace wattline::jetsim
