// SPDX-License-Identifier: Apache-2.0
// Decides when the rows of a logger are written: at each tick or, at rates too high to follow by eye, several at once.
// They are flushed to disk after a second, and go to a new file when the file is full. If the reader of a pipe does not
// accept rows yet, up to 16 MiB of them wait in memory, so that sampling continues.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>

#include "cli/row_stream.hpp"
#include "io/background_sync.hpp"
#include "io/meta.hpp"

namespace wattline::cli {

struct PacerOptions {
  std::int64_t interval_ns = 0;  // between ticks
  std::int64_t max_size_b = 0;   // of the file, which is then rotated; 0 = no limit
};

class RowPacer {
 public:
  // `describe` gives the meta rows of a rotated file.
  RowPacer(RowStream& stream, const PacerOptions& options, std::function<io::Meta()> describe);
  // Whether the rows of this tick, and those before it, are to be written now.
  bool due(std::int64_t now_ns) const { return now_ns - written_ns_ >= period_ns_; }
  // Writes them, if due.
  void tick(std::int64_t now_ns) {
    if (due(now_ns)) write(now_ns);
  }
  void write(std::int64_t now_ns);
  // Writes and fsyncs the last rows.
  void finish();

 private:
  void rotate_when_full();
  RowStream& stream_;
  std::function<io::Meta()> describe_;
  std::int64_t max_size_b_, period_ns_, written_ns_ = 0, synced_ns_ = 0;
  std::optional<io::BackgroundSync> sync_;
};

}  // namespace wattline::cli
