// SPDX-License-Identifier: Apache-2.0
#include "cli/row_pacer.hpp"

#include <utility>

namespace wattline::cli {

namespace {

constexpr std::int64_t kFastInterval = 20'000'000;  // below this, a write per tick would cost as much as the reading
constexpr std::int64_t kPaceNs = 50'000'000;
constexpr std::int64_t kSyncNs = 1'000'000'000;               // what a power cut may cost
constexpr std::size_t kWaitingBytes = std::size_t{16} << 20;  // of rows that a slow reader has not taken yet

}  // namespace

RowPacer::RowPacer(RowStream& stream, const PacerOptions& options, std::function<io::Meta()> describe)
    : stream_(stream),
      describe_(std::move(describe)),
      max_size_b_(options.max_size_b),
      period_ns_(options.interval_ns < kFastInterval ? kPaceNs : 0) {
  stream_.rows().buffer(kWaitingBytes);
  sync_.emplace(stream_.output().fd());
}

void RowPacer::write(std::int64_t now_ns) {
  if (written_ns_ == 0) synced_ns_ = now_ns;
  written_ns_ = now_ns;
  stream_.rows().flush_at_once();
  if (now_ns - synced_ns_ >= kSyncNs) {
    synced_ns_ = now_ns;
    sync_->request(stream_.output().name());
  }
  rotate_when_full();
}

void RowPacer::finish() {
  stream_.rows().flush();
  sync_->finish(stream_.output().name());
}

void RowPacer::rotate_when_full() {
  const io::Output& file = stream_.output();
  if (max_size_b_ == 0 || file.size() < max_size_b_ || !file.is_named_file()) return;
  sync_->finish(stream_.output().name());
  stream_.rotate(describe_());
  sync_.emplace(stream_.output().fd());
}

}  // namespace wattline::cli
