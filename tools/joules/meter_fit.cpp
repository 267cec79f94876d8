// SPDX-License-Identifier: Apache-2.0
#include "joules/meter_fit.hpp"

#include <algorithm>
#include <cmath>

#include "base/statistics.hpp"

namespace wattline::joules {

namespace {

constexpr long long kFewest = 3;  // two would always fit
constexpr double kLagStepS = 0.05;
constexpr double kMuchBetter = 0.5;  // of what is unexplained without a lag
constexpr double kNearlyAsGood = 2;
constexpr double kNoBetter = 1e-5;       // differences of what is unexplained that decide nothing
constexpr double kWellExplained = 1e-3;  // no lag is looked for
constexpr double kEnoughReadings = 500;  // readings that decide the lag and the window
constexpr double kMissed = 1.5;          // usual times between readings, of which one is missing then

// A meter that averages in another way, such as exponentially, was off by up to 2.4 times what errors of x explain.
constexpr double kOtherAveraging = 3;

// How a reading of the meter averages: over a share of the usual time between readings, or since the one before.
struct Averaging {
  bool since_last;
  double window_s;
};

// About that share of the readings, without a period that a load may have, too.
bool is_taken(std::size_t i, double share) {
  constexpr double kGolden = 0.6180339887498949;
  const double place = static_cast<double>(i) * kGolden;
  return place - std::floor(place) < share;
}

Line line_at(const RailEnergy& rail, const std::vector<MeterReading>& meter, Averaging averaging, double lag_s,
             double share = 1) {
  Line line;
  for (std::size_t i = 0; i < meter.size(); ++i) {
    if (!is_taken(i, share)) continue;
    const bool missed = averaging.since_last && !(meter[i].since_s <= kMissed * averaging.window_s);
    const double window_s = averaging.since_last ? meter[i].since_s : averaging.window_s;
    const double end_s = meter[i].t_s - lag_s;
    const double rail_w = missed ? NAN : rail.mean_w(end_s - window_s, end_s);
    if (std::isfinite(rail_w + meter[i].power_w)) line.add(rail_w, meter[i].power_w);
  }
  return line;
}

double usual_step_s(const std::vector<MeterReading>& meter) {
  std::vector<double> steps_s;
  for (const MeterReading& reading : meter) {
    if (std::isfinite(reading.since_s)) steps_s.push_back(reading.since_s);
  }
  return median(steps_s).value_or(NAN);
}

// From a reading of the moment to one that several readings share. Exact means since the last reading come first.
std::vector<Averaging> averagings(double step_s) {
  std::vector<Averaging> all{{true, step_s}};
  for (const double share : {0.02, 0.05}) all.push_back({false, share * step_s});
  for (int i = 2; i <= 20; ++i) all.push_back({false, 0.05 * i * step_s});
  for (const double share : {1.25, 1.5, 2.0, 3.0, 4.0}) all.push_back({false, share * step_s});
  return all;
}

struct Candidate {
  Averaging averaging{true, NAN};
  double lag_s = 0, unexplained = 1;
};

class Search {
 public:
  Search(const RailEnergy& rail, const std::vector<MeterReading>& meter)
      : rail_(rail),
        meter_(meter),
        step_s_(usual_step_s(meter)),
        share_(std::min(kEnoughReadings / static_cast<double>(meter.size()), 1.0)) {}

  // The lag is zero unless another one is much better.
  Candidate best() const {
    const Candidate without = best_of(0, 0);
    if (without.unexplained < kWellExplained) return without;
    const int lags = static_cast<int>(std::lround(kLongestLagS / kLagStepS));
    const Candidate with = best_of(-lags, lags);
    return with.unexplained < kMuchBetter * without.unexplained ? with : without;
  }

 private:
  Candidate best_of(int first_lag, int last_lag) const {
    Candidate best;
    best.averaging.window_s = step_s_;
    for (const Averaging& averaging : averagings(step_s_)) {
      for (int lag = first_lag; lag <= last_lag; ++lag) consider({averaging, lag * kLagStepS}, best);
    }
    return best;
  }
  void consider(Candidate candidate, Candidate& best) const {
    const Line line = line_at(rail_, meter_, candidate.averaging, candidate.lag_s, share_);
    candidate.unexplained = line.unexplained();
    const bool covered = 2 * static_cast<double>(line.count()) >= share_ * static_cast<double>(meter_.size());
    if (covered && line.determined() && candidate.unexplained < best.unexplained - kNoBetter) best = candidate;
  }
  const RailEnergy& rail_;
  const std::vector<MeterReading>& meter_;
  double step_s_, share_;
};

}  // namespace

void Line::add(double x, double y) {
  ++n_;
  x_ += x;
  y_ += y;
  xx_ += x * x;
  xy_ += x * y;
  yy_ += y * y;
}

double Line::residual_sd() const {
  const double rest = yy_ - y_ * y_ / n() - gain() * covariance();
  return std::sqrt(std::fmax(rest, 0) / (n() - 2));
}

double Line::unexplained() const {
  const double all = yy_ - y_ * y_ / n();
  return all > 0 && spread() > 0 ? std::fmax(1 - covariance() * covariance() / (spread() * all), 0) : 1;
}

bool Line::determined() const {
  return n_ >= kFewest && spread() > 1e-6 * xx_;
}

double Line::gain_error() const {
  const double of_x = std::fabs(gain()) * unexplained() / (1 - unexplained());
  return kOtherAveraging * of_x + 3 * residual_sd() / std::sqrt(spread());
}

double Line::offset_error(double gain_error) const {
  return gain_error * std::fabs(x_ / n()) + 3 * residual_sd() / std::sqrt(n());
}

void RailEnergy::add(const Segment& segment) {
  if (!(segment.length_s() > 0)) return;
  constexpr double kJoinedS = 1e-6;
  Piece piece{segment.start_s, segment.end_s, segment.start_w, segment.end_w, 0, 0};
  if (!pieces_.empty()) {
    const Piece& last = pieces_.back();
    piece.before_j = last.before_j + (last.start_w + last.end_w) / 2 * (last.end_s - last.start_s);
    piece.gaps = last.gaps + (segment.start_s > last.end_s + kJoinedS ? 1 : 0);
  }
  pieces_.push_back(piece);
}

const RailEnergy::Piece* RailEnergy::at(double t_s) const {
  const auto ends_before = [](const Piece& piece, double t) { return piece.end_s < t; };
  const auto piece = std::lower_bound(pieces_.begin(), pieces_.end(), t_s, ends_before);
  return piece == pieces_.end() || piece->start_s > t_s ? nullptr : &*piece;
}

double RailEnergy::mean_w(double start_s, double end_s) const {
  const Piece *first = at(start_s), *last = at(end_s);
  if (first == nullptr || last == nullptr || first->gaps != last->gaps) return NAN;
  const auto until = [](const Piece& piece, double t_s) {
    const double t = t_s - piece.start_s, slope = (piece.end_w - piece.start_w) / (piece.end_s - piece.start_s);
    return piece.before_j + t * (piece.start_w + slope * t / 2);
  };
  return (until(*last, end_s) - until(*first, start_s)) / (end_s - start_s);
}

namespace {

// By how much the gain is another with an averaging time that is nearly as good, and with readings of the rail that are
// averaged over its sensor's window once more: what the sensor's own averaging does is about the same.
double change_of_gain(const RailEnergy& rail, const std::vector<MeterReading>& meter, const Candidate& best,
                      const Line& line, double rail_window_s) {
  const Averaging wider{false, best.averaging.window_s + rail_window_s};
  const double gain = line_at(rail, meter, wider, best.lag_s - rail_window_s / 2).gain();
  double change = std::isfinite(gain) ? std::fabs(gain - line.gain()) : 0;
  for (const Averaging& averaging : averagings(usual_step_s(meter))) {
    const Line other = line_at(rail, meter, averaging, best.lag_s);
    const bool as_good = other.unexplained() <= kNearlyAsGood * line.unexplained() + kWellExplained;
    if (as_good && other.determined()) change = std::max(change, std::fabs(other.gain() - line.gain()));
  }
  return change;
}

}  // namespace

MeterFit fit_meter(const RailEnergy& rail, const std::vector<MeterReading>& meter, double rail_window_s) {
  const Candidate best = Search(rail, meter).best();
  MeterFit fit{line_at(rail, meter, best.averaging, best.lag_s), best.lag_s, best.averaging.window_s, 0, 0};
  fit.gain_error = fit.line.gain_error() + change_of_gain(rail, meter, best, fit.line, rail_window_s);
  fit.offset_error_w = fit.line.offset_error(fit.gain_error);
  return fit;
}

}  // namespace wattline::joules
