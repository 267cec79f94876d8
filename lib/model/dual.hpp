// SPDX-License-Identifier: Apache-2.0
// Dual numbers: values that carry their derivatives by N parameters (forward-mode automatic differentiation), so that
// each formula is written once. Eigen's AutoDiffScalar (an unsupported module) is not used. Its operators return
// expression types, so results held by `auto` refer to temporaries and max() of two results does not compile. It also
// has no log_sum() with a stable derivative.
#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>

namespace wattline::model {

template <int N>
struct Dual {
  double value = 0;
  Eigen::Array<double, N, 1> slope = Eigen::Array<double, N, 1>::Zero();
  Dual() = default;
  Dual(double v) : value(v) {}  // NOLINT(google-explicit-constructor): constants mix with duals in formulas
  Dual(double v, const Eigen::Array<double, N, 1>& s) : value(v), slope(s) {}
};

template <int N>
Dual<N> operator+(const Dual<N>& a, const Dual<N>& b) {
  return {a.value + b.value, a.slope + b.slope};
}
template <int N>
Dual<N> operator+(const Dual<N>& a, double b) {
  return {a.value + b, a.slope};
}
template <int N>
Dual<N> operator+(double a, const Dual<N>& b) {
  return b + a;
}
template <int N>
Dual<N> operator-(const Dual<N>& a) {
  return {-a.value, -a.slope};
}
template <int N>
Dual<N> operator-(const Dual<N>& a, const Dual<N>& b) {
  return {a.value - b.value, a.slope - b.slope};
}
template <int N>
Dual<N> operator-(const Dual<N>& a, double b) {
  return {a.value - b, a.slope};
}
template <int N>
Dual<N> operator-(double a, const Dual<N>& b) {
  return {a - b.value, -b.slope};
}
template <int N>
Dual<N> operator*(const Dual<N>& a, const Dual<N>& b) {
  return {a.value * b.value, a.slope * b.value + b.slope * a.value};
}
template <int N>
Dual<N> operator*(const Dual<N>& a, double b) {
  return {a.value * b, a.slope * b};
}
template <int N>
Dual<N> operator*(double a, const Dual<N>& b) {
  return b * a;
}
template <int N>
Dual<N> operator/(const Dual<N>& a, const Dual<N>& b) {
  const double ratio = a.value / b.value;
  return {ratio, (a.slope - b.slope * ratio) / b.value};
}
template <int N>
Dual<N> operator/(double a, const Dual<N>& b) {
  return Dual<N>(a) / b;
}
template <int N>
Dual<N> exp(const Dual<N>& a) {
  const double e = std::exp(a.value);
  return {e, a.slope * e};
}
template <int N>
Dual<N> log(const Dual<N>& a) {
  return {std::log(a.value), a.slope / a.value};
}
template <int N>
Dual<N> max(const Dual<N>& a, double floor) {
  return a.value > floor ? a : Dual<N>(floor);
}

inline double value_of(double a) {
  return a;
}
template <int N>
double value_of(const Dual<N>& a) {
  return a.value;
}

// log(e^a + e^b)
inline double log_sum(double a, double b) {
  return std::max(a, b) + std::log1p(std::exp(-std::fabs(b - a)));
}
template <int N>
Dual<N> log_sum(const Dual<N>& a, const Dual<N>& b) {
  const double d = b.value - a.value;
  const double small = std::exp(-std::fabs(d));
  const double large_share = 1 / (1 + small);
  const double share_b = d > 0 ? large_share : small * large_share;
  return {std::max(a.value, b.value) + std::log1p(small), a.slope + (b.slope - a.slope) * share_b};
}

// The parameters as duals, each with slope 1 by itself.
template <int N>
std::array<Dual<N>, std::size_t(N)> seed(const Eigen::VectorXd& theta) {
  std::array<Dual<N>, std::size_t(N)> duals;
  for (int i = 0; i < N; ++i) {
    duals[std::size_t(i)] = Dual<N>(theta[i]);
    duals[std::size_t(i)].slope[i] = 1;
  }
  return duals;
}

}  // namespace wattline::model
