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

// Pieces of groups, joined two by two.
std::vector<PowerFit::Share> joined(const std::vector<PowerFit::Share>& pieces) {
  std::vector<PowerFit::Share> halves;
  for (const PowerFit::Share& piece : pieces) PowerFit::add_share(halves, {piece.group / 2, piece.of_window});
  return halves;
}

double mean_of(const std::vector<double>& powers_w, std::size_t first, std::size_t count) {
  double sum_w = 0;
  for (std::size_t i = first; i < first + count; ++i) sum_w += i < powers_w.size() ? powers_w[i] : 0;
  return sum_w / static_cast<double>(count);
}

}  // namespace

void WindowFits::add(const Shares& shares, const std::vector<PowerFit::Share>& pieces, std::size_t groups,
                     double power_w) {
  shares_.resize(groups);
  ++readings_;
  power_w_ += power_w;
  for (std::size_t group = 0; group < groups; ++group) {
    shares_[group].share.add(share_of(shares[kLikeliest], group));
    shares_[group].others.add(1 - share_of(shares[kLikeliest], group));
    for (std::size_t k = 1; k < kWindows; ++k) {
      const std::size_t from = k < kShifts ? k - 1 : kLikeliest;
      const double part = k < kShifts ? 0.5 : 1;  // a shift between two of ours is no farther from one of them
      shares_[group].change[k].add(part * (share_of(shares[k], group) - share_of(shares[from], group)));
    }
  }
  for (std::size_t k = 0; k < kWindows; ++k) fits_[k].add(shares[k], groups, power_w);
  quarters_.add(pieces, kPieces * groups, power_w);
  halves_.add(joined(pieces), kPieces / 2 * groups, power_w);
}

// How much of the change of a group's share from reading to reading may be due to what is not known of the windows. The
// power of steps that keep step with the windows is undetermined: their true shares are constant, and those that seem
// to change draw all powers to their common mean (errors in the variables: Fuller, Measurement Error Models, 1987).
double WindowFits::doubt(const GroupShares& shares, double own_share2) const {
  double largest = 0;
  for (const Spread& change : shares.change) largest = std::max(largest, change.variance(readings_));
  if (largest <= 0) return 0;
  // That part of the share's variance which the other groups' shares do not explain; with two groups, all of it.
  const double own = own_share2 / readings_ * (shares.others.squares / readings_);
  const double variance = std::min(own, shares.share.variance(readings_));
  return std::sqrt(largest / std::max(variance, largest * 1e-6));
}

// The fit takes the power of a group as constant. If it is not, windows that have little of the group see its ends:
// with each group in two or four pieces, its mean is another one.
double WindowFits::uneven_w(std::size_t group, double mean_w, const std::vector<double>& halves_w,
                            const std::vector<double>& quarters_w) const {
  return std::max(std::fabs(mean_of(halves_w, kPieces / 2 * group, kPieces / 2) - mean_w),
                  std::fabs(mean_of(quarters_w, kPieces * group, kPieces) - mean_w));
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
  const std::vector<double> halves_w = halves_.means(), quarters_w = quarters_.means();
  std::vector<std::optional<Power>> powers(likeliest.size());
  if (powers.empty()) return powers;
  for (std::size_t group = 0; group < powers.size(); ++group) {
    const auto& power = likeliest[group];
    const double part = power ? doubt(shares_[group], power->own_share2) : 1;
    if (!power || !power->sd_w || part > kMostDoubt) continue;
    double other_w = 0;
    for (const auto& means : means_w) other_w = std::max(other_w, std::fabs(means[group] - power->mean_w));
    const double contrast_w = contrast(shares_[group], power->mean_w);
    const double lost_w = contrast_w * part / (1 - part);
    powers[group] = {power->mean_w,
                     kSigmas * *power->sd_w + other_w + lost_w + uneven_w(group, power->mean_w, halves_w, quarters_w)};
  }
  return powers;
}

}  // namespace wattline::joules
