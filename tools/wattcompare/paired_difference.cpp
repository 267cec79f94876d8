// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/paired_difference.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace wattline::wattcompare {

namespace {

constexpr double kMostBlocks = 1e6;

double student(double freedom, double error) {
  return boost::math::quantile(boost::math::complement(boost::math::students_t(freedom), error / 2));
}

}  // namespace

std::optional<DifferenceFit> fit_difference(const std::vector<BlockDifference>& blocks) {
  const auto n = static_cast<double>(blocks.size());
  double value = 0, distance = 0;
  for (const BlockDifference& block : blocks) {
    value += block.value / n;
    distance += block.distance / n;
  }
  double distances2 = 0, products = 0;
  for (const BlockDifference& block : blocks) {
    distances2 += std::pow(block.distance - distance, 2);
    products += (block.distance - distance) * (block.value - value);
  }
  const bool sloped = distances2 > 0;
  const double slope = sloped ? products / distances2 : 0;
  DifferenceFit fit;
  fit.freedom = n - (sloped ? 2 : 1);
  if (fit.freedom < 1) return std::nullopt;
  fit.difference = value - slope * distance;
  fit.scale = std::sqrt(1 / n + (sloped ? distance * distance / distances2 : 0));
  double squares = 0;
  for (const BlockDifference& block : blocks) {
    squares += std::pow(block.value - value - slope * (block.distance - distance), 2);
  }
  fit.sd = std::sqrt(squares / fit.freedom);
  return fit;
}

std::optional<double> half_width(const std::vector<BlockDifference>& blocks, std::size_t pilot, double error) {
  const auto first = static_cast<std::ptrdiff_t>(std::min(pilot, blocks.size()));
  const auto early = fit_difference({blocks.begin(), blocks.begin() + first});
  const auto all = fit_difference(blocks);
  if (!early || !all) return std::nullopt;
  return all->scale * std::max(student(early->freedom, error) * early->sd, student(all->freedom, error) * all->sd);
}

std::optional<std::size_t> blocks_for(const std::vector<BlockDifference>& pilot, double wanted, double error) {
  const auto fit = fit_difference(pilot);
  if (!fit || !(wanted > 0)) return std::nullopt;
  const double blocks = std::pow(student(fit->freedom, error) * fit->sd / wanted, 2);
  return static_cast<std::size_t>(std::ceil(std::min(blocks, kMostBlocks)));
}

}  // namespace wattline::wattcompare
