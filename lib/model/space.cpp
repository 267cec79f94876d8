// SPDX-License-Identifier: Apache-2.0
#include "model/space.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"

namespace wattline::model {

namespace {

template <class T>
void sort_unique(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

Space::Space(std::vector<Mode> modes) : modes_(std::move(modes)) {
  if (modes_.empty())
    throw data_error("there are no modes to choose from", "a table of modes has rows with cores, cpu, gpu, emc");
  sort_unique(modes_);
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    for (const Mode& mode : modes_) axes_[axis].push_back(mode[axis]);
    sort_unique(axes_[axis]);
  }
}

std::optional<std::size_t> Space::find(const Mode& mode) const {
  const auto found = std::lower_bound(modes_.begin(), modes_.end(), mode);
  if (found == modes_.end() || *found != mode) return std::nullopt;
  return static_cast<std::size_t>(found - modes_.begin());
}

LatticePoint Space::point(std::size_t index) const {
  LatticePoint point{};
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const auto& values = axes_[axis];
    const auto found = std::lower_bound(values.begin(), values.end(), modes_[index][axis]);
    point[axis] = static_cast<int>(found - values.begin());
  }
  return point;
}

std::optional<std::size_t> Space::at(const LatticePoint& point) const {
  Mode mode{};
  for (std::size_t axis = 0; axis < kAxes; ++axis) mode[axis] = axes_[axis][static_cast<std::size_t>(point[axis])];
  return find(mode);
}

double Space::distance(const LatticePoint& a, const LatticePoint& b) const {
  double sum = 0;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double step = double(a[axis] - b[axis]) / std::max(levels(axis) - 1, 1);
    sum += step * step;
  }
  return sum;
}

std::optional<std::size_t> Space::nearest(const LatticePoint& wanted, const std::vector<bool>& taken) const {
  std::optional<std::size_t> best = at(wanted);
  if (best && (taken.empty() || !taken[*best])) return best;
  best.reset();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < modes_.size(); ++i) {
    if (!taken.empty() && taken[i]) continue;
    const double d = distance(point(i), wanted);
    if (d < least) {
      least = d;
      best = i;
    }
  }
  return best;
}

}  // namespace wattline::model
