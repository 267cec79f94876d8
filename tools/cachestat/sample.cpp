// SPDX-License-Identifier: Apache-2.0
#include "cachestat/sample.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "cachestat/failures.hpp"
#include "cachestat/measure.hpp"
#include "cachestat/operand_files.hpp"
#include "cachestat/stop.hpp"

namespace wattline::cachestat {

using page_cache::Batch;
using page_cache::FileResidency;
using page_cache::Finding;
using page_cache::ResidencyRow;
using page_cache::Shares;

namespace {

constexpr double kNormal95 = 1.959964;

struct Interval {
  double ratio = 0, half_width = 0;
};

// Of sum(y) / sum(x), where y(file) are its resident pages and x(file) all of them.
template <class Resident>
Interval interval(const std::vector<FileResidency>& sample, double population, Resident resident) {
  const auto n = static_cast<double>(sample.size());
  double pages = 0, cached = 0, squares = 0;
  for (const FileResidency& file : sample) {
    pages += static_cast<double>(file.pages);
    cached += resident(file);
  }
  Interval result{cached / pages, 0};
  for (const FileResidency& file : sample) {
    squares += std::pow(resident(file) - result.ratio * static_cast<double>(file.pages), 2);
  }
  const double unseen = 1 - n / population;
  result.half_width = kNormal95 * std::sqrt(unseen * squares / (n - 1) / n) / (pages / n);
  // All alike: what n files did not show is still possible in this share of the others.
  if (squares == 0) result.half_width = unseen * (1 - std::pow(0.05, 1 / n));
  return result;
}

double known_pages(const FileResidency& file) {
  return file.finding == Finding::known ? static_cast<double>(file.counts.cached) : 0;
}

double possible_pages(const FileResidency& file) {
  return file.finding == Finding::known ? static_cast<double>(file.counts.cached) : static_cast<double>(file.pages);
}

double percent(double share) {
  return 100 * std::clamp(share, 0.0, 1.0);
}

// A uniform sample of names whose number is not known beforehand (Vitter's algorithm R).
class Reservoir {
 public:
  Reservoir(std::size_t size, std::uint64_t seed) : size_(size), random_(seed) {}
  void offer(const Batch& batch) {
    for_each_name(batch, [this](const page_cache::Directory& directory, const char* name, std::size_t) {
      const std::size_t place = std::uniform_int_distribution<std::size_t>(0, seen_++)(random_);
      if (names_.size() < size_) {
        names_.push_back(path_of(directory, name));
      } else if (place < size_) {
        names_[place] = path_of(directory, name);
      }
    });
  }
  const std::vector<std::string>& names() const { return names_; }
  std::uint64_t seen() const { return seen_; }

 private:
  std::size_t size_;
  std::mt19937_64 random_;
  std::vector<std::string> names_;
  std::uint64_t seen_ = 0;
};

// Amounts of the sample would be mistaken for the operand's: only counts and shares are told.
void measure_sample(const Reservoir& reservoir, const Options& options, const Stop& stop, Failures& failures,
                    ResidencyRow& row) {
  page_cache::CacheProbe probe(options.method, stop);
  std::vector<FileResidency> sample;
  for (const std::string& name : reservoir.names()) {
    if (stop()) return;
    sample.push_back(probe.measure(AT_FDCWD, name.c_str(), true));
    if (sample.back().finding == Finding::failed) failures.add(name, sample.back().error);
    row.totals.add(sample.back());
  }
  row.totals.files = reservoir.seen();
  row.sampled = true;
  row.shares = estimate(sample, reservoir.seen());
}

}  // namespace

Shares estimate(const std::vector<FileResidency>& sample, std::uint64_t population) {
  page_cache::Totals totals;
  for (const FileResidency& file : sample) totals.add(file);
  if (totals.pages == 0 || sample.size() < 2) return {};
  Shares shares = shares_of(totals);
  const auto files = static_cast<double>(population);
  const Interval low = interval(sample, files, known_pages);
  const Interval high = interval(sample, files, possible_pages);
  shares.min_pct = percent(low.ratio - low.half_width);
  shares.max_pct = percent(high.ratio + high.half_width);
  return shares;
}

std::vector<ResidencyRow> sample_operands(const Options& options, std::int64_t files, std::uint64_t round,
                                          cli::Context& context) {
  check_method(options, context);
  Failures failures;
  OperandFiles operand_files(options, context, failures);
  std::vector<ResidencyRow> rows;
  for (const Operand& operand : operands_of(options)) {
    const std::int64_t start_ns = context.clock.mono_ns();
    Reservoir reservoir(static_cast<std::size_t>(files), static_cast<std::uint64_t>(options.seed) + round);
    page_cache::Batcher batcher(false, [&](const Batch& batch) { reservoir.offer(batch); });
    ResidencyRow row;
    if (operand_files.feed(operand, batcher, row.totals)) {
      measure_sample(reservoir, options, stop_of(context), failures, row);
      complete(row, operand, options, context, start_ns);
      rows.push_back(row);
    }
    if (!operand_files.stopped()) failures.report(operand.path, context);
  }
  return rows;
}

}  // namespace wattline::cachestat
