// SPDX-License-Identifier: Apache-2.0
#include "cachestat/sample.hpp"

#include <fcntl.h>

#include <random>

#include "cachestat/failures.hpp"
#include "cachestat/measure.hpp"
#include "cachestat/operand_files.hpp"
#include "cachestat/share_interval.hpp"
#include "cachestat/stop.hpp"

namespace wattline::cachestat {

using page_cache::Batch;
using page_cache::FileResidency;
using page_cache::ProbeStatus;
using page_cache::ResidencyRow;
using page_cache::Shares;

namespace {

double known_pages(const FileResidency& file) {
  return file.status == ProbeStatus::known ? static_cast<double>(file.counts.cached) : 0;
}

double possible_pages(const FileResidency& file) {
  return file.status == ProbeStatus::known ? static_cast<double>(file.counts.cached) : static_cast<double>(file.pages);
}

template <class Resident>
ShareInterval interval(const std::vector<FileResidency>& sample, std::uint64_t population, Resident resident) {
  std::vector<FilePages> files;
  for (const FileResidency& file : sample) files.push_back({static_cast<double>(file.pages), resident(file)});
  return share_interval(files, static_cast<double>(population));
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
    if (sample.back().status == ProbeStatus::failed) failures.add(name, sample.back().error);
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
  shares.min_pct = 100 * interval(sample, population, known_pages).low;
  shares.max_pct = 100 * interval(sample, population, possible_pages).high;
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
