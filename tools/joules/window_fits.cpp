// SPDX-License-Identifier: Apache-2.0
#include "joules/window_fits.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::joules {

namespace {

constexpr double kSigmas = 3;
constexpr double kMostDoubt = 0.5;

double share_of(const std::vector<PowerFit::Share>& shares, std::size_t group) {
  for (const PowerFit::Share& share : shares) {
    if (share.group == group) return share.of_window;
  }
  return 0;
}

}  // namespace

void WindowFits::add(const Shares& shares, std::size_t groups, double power_w) {
  shares_.resize(groups);
  ++readings_;
  power_w_ += power_w;
  for (std::size_t group = 0; group < groups; ++group) {
    shares_[group].share.add(share_of(shares[kLikeliest], group));
    for (std::size_t k = 1; k < kWindows; ++k) {
      const std::size_t from = k < kShifts ? k - 1 : kLikeliest;
      const double part = k < kShifts ? 0.5 : 1;  // a shift between two of ours is no farther from one of them
      shares_[group].change[k].add(part * (share_of(shares[k], group) - share_of(shares[from], group)));
    }
  }
  for (std::size_t k = 0; k < kWindows; ++k) fits_[k].add(shares[k], groups, power_w);
}

// How much of the change of a group's share from reading to reading may be due to what is not known of the windows. The
// power of steps that keep step with the windows is undetermined: their true shares are constant, and those that seem
// to change draw all powers to their common mean (errors in the variables: Fuller, Measurement Error Models, 1987).
double WindowFits::doubt(const GroupShares& shares) const {
  double largest = 0;
  for (const Spread& change : shares.change) largest = std::max(largest, change.variance(readings_));
  const double variance = shares.share.variance(readings_);
  return largest <= 0 ? 0 : std::sqrt(largest / std::max(variance, largest * 1e-6));
}

// Between a group's power and the mean of all others.
double WindowFits::contrast(const GroupShares& shares, double power_w) const {
  const double others = 1 - shares.share.sum / readings_;
  return others <= 0 ? 0 : std::fabs(power_w - power_w_ / readings_) / others;
}

std::vector<std::optional<WindowFits::Power>> WindowFits::solve() const {
  const auto likeliest = fits_[kLikeliest].solve();
  std::array<std::vector<double>, kWindows> means_w;
  for (std::size_t k = 0; k < kWindows; ++k) means_w[k] = fits_[k].means();
  std::vector<std::optional<Power>> powers(likeliest.size());
  if (powers.empty()) return powers;
  for (std::size_t group = 0; group < powers.size(); ++group) {
    const auto& power = likeliest[group];
    const double part = doubt(shares_[group]);
    if (!power || !power->sd_w || part > kMostDoubt) continue;
    double other_w = 0;
    for (const auto& means : means_w) other_w = std::max(other_w, std::fabs(means[group] - power->mean_w));
    const double contrast_w = contrast(shares_[group], power->mean_w);
    powers[group] = {power->mean_w, kSigmas * *power->sd_w + other_w + contrast_w * part / (1 - part)};
  }
  return powers;
}

}  // namespace wattline::joules
