// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/source_reader.hpp"

#include <fcntl.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace wattline::jetsim {

namespace {

// Solid-state disks serve this many requests as fast as one; more would only wait for a core.
constexpr int kThreads = 4;

}  // namespace

bool memory_is_plentiful() {
  struct sysinfo memory {};
  return ::sysinfo(&memory) == 0 && memory.freeram > memory.totalram / 2;
}

void SourceReader::finish(SourceRead& read, ssize_t length) const {
  read.length = length;
  // The descriptor may be closed as soon as the reader has its answer.
  if (!keep_()) ::posix_fadvise(read.fd, read.offset, static_cast<off_t>(read.data.size()), POSIX_FADV_DONTNEED);
  read.done(read);
}

// False when it would have to wait for the disk.
bool SourceReader::read_from_memory(SourceRead& read) const {
  iovec target{read.data.data(), read.data.size()};
  const ssize_t length = ::preadv2(read.fd, &target, 1, read.offset, RWF_NOWAIT);
  if (length != static_cast<ssize_t>(read.data.size())) return false;
  finish(read, length);
  return true;
}

void SourceReader::read_from_disk(SourceRead& read) const {
  std::size_t have = 0;
  while (have < read.data.size()) {
    const ssize_t n =
        ::pread(read.fd, read.data.data() + have, read.data.size() - have, read.offset + static_cast<off_t>(have));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return finish(read, -errno);
    if (n == 0) break;
    have += static_cast<std::size_t>(n);
  }
  finish(read, static_cast<ssize_t>(have));
}

SourceReader::SourceReader(std::function<bool()> keep) : keep_(std::move(keep)) {
  for (int i = 0; i < kThreads; ++i) threads_.emplace_back([this] { work(); });
}

SourceReader::~SourceReader() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void SourceReader::read(std::shared_ptr<SourceRead> read) {
  if (read_from_memory(*read)) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    asked_.push_back(std::move(read));
  }
  wake_.notify_one();
}

void SourceReader::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return ended_ || !asked_.empty(); });
    if (asked_.empty()) return;
    const std::shared_ptr<SourceRead> read = std::move(asked_.front());
    asked_.pop_front();
    lock.unlock();
    read_from_disk(*read);
    lock.lock();
  }
}

}  // namespace wattline::jetsim
