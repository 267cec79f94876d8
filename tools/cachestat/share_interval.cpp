// SPDX-License-Identifier: Apache-2.0
#include "cachestat/share_interval.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

namespace wattline::cachestat {

namespace {

constexpr double kTail = 0.025;
constexpr double kNormal95 = 1.959964;

struct Sums {
  double files = 0, pages = 0, resident = 0;
  double pages2 = 0;  // of their squares
  double whole = 0;   // pages of files that are resident as a whole, or not at all
};

Sums sums_of(const std::vector<FilePages>& sample) {
  Sums sums;
  for (const FilePages& file : sample) {
    sums.files += 1;
    sums.pages += file.pages;
    sums.resident += file.resident;
    sums.pages2 += file.pages * file.pages;
    if (file.resident == 0 || file.resident == file.pages) sums.whole += file.pages;
  }
  return sums;
}

double squares_around(double share, const std::vector<FilePages>& sample) {
  double squares = 0;
  for (const FilePages& file : sample) squares += std::pow(file.resident - share * file.pages, 2);
  return squares;
}

// How many independent draws would tell as much as this sample, of which `unseen` files of the population are not part.
double equivalent_draws(double share, double unseen, const Sums& sums, double squares) {
  // As many as files of equal size, if each is resident as a whole or not at all (Kish).
  const double whole_files = sums.pages * sums.pages / sums.pages2;
  const double most = whole_files / unseen;
  if (squares == 0) return most;
  const double mean_pages = sums.pages / sums.files;
  const double variance = unseen * squares / (sums.files - 1) / sums.files / (mean_pages * mean_pages);
  const boost::math::students_t student(std::max(1.0, whole_files - 1));
  const double widening = kNormal95 / boost::math::quantile(student, 1 - kTail);
  const double draws = share * (1 - share) / variance * widening * widening;
  // A few rare files make the variance look too small. Files that are resident in part do tell more than whole ones.
  return sums.whole > 0 ? std::min(draws, most * sums.pages / sums.whole) : draws;
}

}  // namespace

ShareInterval share_interval(const std::vector<FilePages>& sample, double population) {
  const Sums sums = sums_of(sample);
  const double share = sums.resident / sums.pages;
  const double unseen = 1 - sums.files / population;
  if (unseen <= 0) return {share, share, share};
  const double draws = equivalent_draws(share, unseen, sums, squares_around(share, sample));
  const double hits = share * draws, misses = draws - hits;
  ShareInterval result{share, 0, 1};
  if (hits > 0) result.low = boost::math::ibeta_inv(hits, misses + 1, kTail);
  if (misses > 0) result.high = boost::math::ibeta_inv(hits + 1, misses, 1 - kTail);
  return result;
}

}  // namespace wattline::cachestat
