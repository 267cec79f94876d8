// SPDX-License-Identifier: Apache-2.0
// A folder as a file system on a slow medium: what libfuse's callbacks answer with.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "jetsim/disk/cache_bound.hpp"
#include "jetsim/disk/disk_queue.hpp"
#include "jetsim/disk/source_tree.hpp"
#include "jetsim/spec/medium_profile.hpp"

namespace wattline::jetsim {

struct DiskOptions {
  std::string source, directory;  // absolute
  MediumProfile medium;
  std::uint64_t memory_b = 0;  // bound on the view's page cache; 0 = none
};

class DiskView : NotCopyable {
 public:
  DiskView(const DiskOptions& options, Clock& clock);

  // The mutex guards the names in `source`, which the thread of `bound` reads too.
  SourceTree source;
  std::mutex names;
  std::optional<CacheBound> bound;
  DiskQueue queue;
  // Returns when the board counts every read that was answered; empty without a board. fsync(2) calls it.
  std::function<void()> flush_counters;

  // Starts a read that arrives now. `answer` is called with the bytes when the medium would have served it.
  void read(int fd, std::uint64_t file, std::uint64_t offset, std::size_t bytes, DiskAnswer answer);
  // Brings the medium up to the present.
  void advance() { queue.advance(clock_.mono_ns()); }

  // What the way of a request through the kernel takes, in the clock's time: the medium's time begins this much
  // earlier. Until it is set, statfs(2) takes an access of the medium, by which it can be measured.
  void set_overhead_ns(std::int64_t overhead_ns) { overhead_ns_ = overhead_ns; }
  bool knows_overhead() const { return overhead_ns_ >= 0; }
  void access(DiskAnswer answer);

 private:
  Clock& clock_;
  std::atomic<std::int64_t> overhead_ns_{-1};
  std::uint64_t accesses_ = 0;
};

}  // namespace wattline::jetsim
