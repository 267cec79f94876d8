// SPDX-License-Identifier: Apache-2.0
#include "cachestat/sample.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "catch.hpp"

using namespace wattline;
using page_cache::FileResidency;
using page_cache::ProbeStatus;

namespace {

FileResidency file_of(std::uint64_t pages, std::uint64_t cached) {
  FileResidency file;
  file.status = ProbeStatus::known;
  file.method = page_cache::Method::cachestat;
  file.pages = pages;
  file.counts.cached = cached;
  return file;
}

using Pages = std::uint64_t;

// Files of which a share is resident as a whole, sizes spread over a decade.
auto whole_files(double share) {
  return [share](std::mt19937_64& random) {
    const Pages pages = 2 + random() % 20;
    return file_of(pages, random() % 10000 < static_cast<Pages>(share * 10000) ? pages : 0);
  };
}

// The same with sizes spread over three decades, most of them small.
auto skewed_files(double share) {
  return [share](std::mt19937_64& random) {
    double pages = 4;
    for (int i = 0; i < 8; ++i) pages *= 0.6 + static_cast<double>(random() % 1000) * 1e-3;
    const auto size = static_cast<Pages>(std::ceil(pages));
    return file_of(size, random() % 10000 < static_cast<Pages>(share * 10000) ? size : 0);
  };
}

FileResidency whole_or_part(std::mt19937_64& random) {
  const Pages pages = 2 + random() % 20;
  const auto kind = random() % 10;
  return file_of(pages, kind < 5 ? pages : kind < 8 ? 0 : random() % pages);
}

FileResidency part(std::mt19937_64& random) {
  return file_of(100, 1 + random() % 99);
}

// Percentage of 1000 samples whose interval holds the truth.
template <class MakeFile>
double coverage_pct(std::size_t sample, std::size_t population, MakeFile make_file) {
  constexpr int kTrials = 1000, kPopulations = 10;
  std::mt19937_64 random(7);
  int inside = 0;
  for (int trial = 0; trial < kTrials / kPopulations * kPopulations;) {
    std::vector<FileResidency> files;
    double pages = 0, cached = 0;
    for (std::size_t i = 0; i < population; ++i) {
      files.push_back(make_file(random));
      pages += static_cast<double>(files.back().pages);
      cached += static_cast<double>(files.back().counts.cached);
    }
    const double truth = 100 * cached / pages;
    for (int k = 0; k < kTrials / kPopulations; ++k, ++trial) {
      for (std::size_t i = 0; i < sample; ++i) std::swap(files[i], files[i + random() % (population - i)]);
      const auto shares =
          cachestat::estimate({files.begin(), files.begin() + static_cast<std::ptrdiff_t>(sample)}, population);
      inside += truth >= *shares.min_pct && truth <= *shares.max_pct ? 1 : 0;
    }
  }
  return 100.0 * inside / kTrials;
}

}  // namespace

TEST_CASE("the 95 % interval holds the truth in 94.5 % of samples or more", "[cachestat]") {
  for (const std::size_t sample : {30, 200}) {
    for (const std::size_t population : {2 * sample, std::size_t{3000}}) {
      CAPTURE(sample, population);
      for (const double share : {0.02, 0.5, 0.95}) {
        CAPTURE(share);
        CHECK(coverage_pct(sample, population, whole_files(share)) >= 94.5);
        CHECK(coverage_pct(sample, population, skewed_files(share)) >= 94.5);
      }
      CHECK(coverage_pct(sample, population, whole_or_part) >= 94.5);
      CHECK(coverage_pct(sample, population, part) >= 94.5);
    }
  }
}

TEST_CASE("a sample of everything has no doubt left", "[cachestat]") {
  const auto shares = cachestat::estimate({file_of(10, 5), file_of(30, 0)}, 2);
  CHECK(*shares.resident_pct == Approx(12.5));
  CHECK(*shares.min_pct == Approx(12.5));
  CHECK(*shares.max_pct == Approx(12.5));
}

TEST_CASE("a sample without a resident page leaves room for what it did not see", "[cachestat]") {
  const auto shares = cachestat::estimate(std::vector<FileResidency>(100, file_of(10, 0)), 1'000'000);
  CHECK(*shares.resident_pct == 0);
  CHECK(*shares.max_pct > 2);
  CHECK(*shares.max_pct < 4);
}

TEST_CASE("hidden files widen the interval to both sides", "[cachestat]") {
  std::vector<FileResidency> files(100, file_of(10, 5));
  files[0].status = files[1].status = ProbeStatus::hidden;
  files[0].counts = files[1].counts = {};
  const auto shares = cachestat::estimate(files, 100);
  CHECK(*shares.min_pct == Approx(49));
  CHECK(*shares.max_pct == Approx(51));
}

TEST_CASE("nothing to estimate from gives no numbers", "[cachestat]") {
  CHECK_FALSE(cachestat::estimate({}, 0).resident_pct);
  CHECK_FALSE(cachestat::estimate({file_of(0, 0), file_of(0, 0)}, 9).resident_pct);
}
