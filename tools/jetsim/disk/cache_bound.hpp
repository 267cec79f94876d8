// SPDX-License-Identifier: Apache-2.0
// Keeps what a view holds in the page cache below a bound: a thread of its own evicts what was used least recently,
// through the view, by posix_fadvise(2). That leaves mapped and locked pages alone.
#pragma once
#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/not_copyable.hpp"
#include "jetsim/disk/recent_use.hpp"

namespace wattline::jetsim {

class CacheBound : NotCopyable {
 public:
  // `path_of` gives the path below the view's directory of a file's number; any thread may call it.
  CacheBound(std::uint64_t bound_b, std::string directory, std::function<std::string(std::uint64_t file)> path_of);
  ~CacheBound();

  // Calls `answer` when nothing is left to evict, as a read that needs memory waits: otherwise a reader that is faster
  // than the evictor would find pages that should be gone. That is at once, or in the evictor's thread.
  // Pages above the bound that cannot be evicted are not waited for.
  void when_evicted(std::function<void()> answer);
  // As in RecentUse. None of them waits for an eviction.
  void read(std::uint64_t file, std::uint64_t offset, std::uint64_t bytes);
  void use(std::uint64_t file);
  void forget(std::uint64_t file);
  // Whether this thread is the one that evicts: its use of a file is no use.
  bool is_own(pid_t thread) const { return thread == thread_id_; }

 private:
  void work();
  void answer_waiting(std::unique_lock<std::mutex>& lock);
  void evict_surplus(std::unique_lock<std::mutex>& lock);
  // Bytes of the chunk that are still cached.
  std::uint64_t evict(const RecentUse::Chunk& chunk) const;
  const std::uint64_t bound_b_;
  const std::string directory_;
  const std::function<std::string(std::uint64_t)> path_of_;
  std::mutex mutex_;
  std::condition_variable wake_;
  RecentUse recent_;
  bool ended_ = false, grown_ = false, evicting_ = false, stuck_ = false;
  std::vector<std::function<void()>> waiting_;
  std::atomic<pid_t> thread_id_{0};
  std::thread thread_;
};

}  // namespace wattline::jetsim
