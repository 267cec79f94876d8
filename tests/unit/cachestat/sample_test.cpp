// SPDX-License-Identifier: Apache-2.0
#include "cachestat/sample.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "catch.hpp"

using namespace wattline;
using page_cache::FileResidency;
using page_cache::Finding;

namespace {

FileResidency file_of(std::uint64_t pages, std::uint64_t cached) {
  FileResidency file;
  file.finding = Finding::known;
  file.method = page_cache::Method::cachestat;
  file.pages = pages;
  file.counts.cached = cached;
  return file;
}

// Whole files and parts of files resident, sizes spread over a decade.
std::vector<FileResidency> population(std::mt19937_64& random) {
  std::vector<FileResidency> files;
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t pages = 2 + random() % 20;
    const auto kind = random() % 10;
    files.push_back(file_of(pages, kind < 5 ? pages : kind < 8 ? 0 : random() % pages));
  }
  return files;
}

}  // namespace

TEST_CASE("the 95 % interval holds the truth in nine of ten samples or more", "[cachestat]") {
  std::mt19937_64 random(7);
  std::vector<FileResidency> files = population(random);
  double pages = 0, cached = 0;
  for (const FileResidency& file : files) {
    pages += static_cast<double>(file.pages);
    cached += static_cast<double>(file.counts.cached);
  }
  const double truth = 100 * cached / pages;
  int inside = 0;
  double squares = 0;
  for (int trial = 0; trial < 200; ++trial) {
    std::shuffle(files.begin(), files.end(), random);
    const auto shares = cachestat::estimate({files.begin(), files.begin() + 1000}, files.size());
    inside += truth >= *shares.min_pct && truth <= *shares.max_pct ? 1 : 0;
    squares += std::pow(*shares.resident_pct - truth, 2);
  }
  CHECK(inside >= 180);
  CHECK(std::sqrt(squares / 200) < 2);
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
  files[0].finding = files[1].finding = Finding::hidden;
  files[0].counts = files[1].counts = {};
  const auto shares = cachestat::estimate(files, 100);
  CHECK(*shares.min_pct == Approx(49));
  CHECK(*shares.max_pct == Approx(51));
}

TEST_CASE("nothing to estimate from gives no numbers", "[cachestat]") {
  CHECK_FALSE(cachestat::estimate({}, 0).resident_pct);
  CHECK_FALSE(cachestat::estimate({file_of(0, 0), file_of(0, 0)}, 9).resident_pct);
}
