// SPDX-License-Identifier: Apache-2.0
// Processes that hold files in memory until they are killed, or until this process ends in any way. Several,
// because a process may have vm.max_map_count mappings only.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cachestat/stop.hpp"
#include "io/fd.hpp"

namespace wattline::cachestat {

// Pages of files held by the calling process.
class HeldPages {
 public:
  // Locked: mlock(2). Not locked: pages are mapped and touch() keeps them recently used.
  explicit HeldPages(bool locked) : locked_(locked) {}
  // The first `length` bytes of an open file. 0 or errno.
  int add(int fd, std::uint64_t length);
  // Faults in what was reclaimed and marks all of it as used. A file that was truncated meanwhile does no harm.
  void touch();
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Mapping {
    void* address;
    std::size_t length;
  };
  void touch(const Mapping& mapping);
  bool locked_;
  std::vector<Mapping> mappings_;
  std::uint64_t bytes_ = 0;
};

// Whether the calling process may lock that much (RLIMIT_MEMLOCK or CAP_IPC_LOCK).
bool may_lock(std::uint64_t bytes);

struct Held {
  std::uint64_t bytes = 0, failed = 0;
  int error = 0;  // of the first failure
};

class Holder {
 public:
  // Forks. `fill` runs there and adds its files; the process then stays.
  Holder(bool locked, const std::function<Held(HeldPages&)>& fill);
  ~Holder();  // lets go
  Holder(Holder&& other) noexcept;
  Holder& operator=(Holder&&) = delete;

  // Waits until everything is held; nothing is said to be when `stop` comes true first. Throws Error{software} when
  // the process died.
  Held wait_ready(const Stop& stop);
  // False once the process has ended, as when the kernel killed it to free memory.
  bool lives();

 private:
  pid_t pid_ = -1;
  io::Fd report_;
};

}  // namespace wattline::cachestat
