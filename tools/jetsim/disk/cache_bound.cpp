// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/cache_bound.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "io/fd.hpp"

namespace wattline::jetsim {

namespace {

// mincore(2) answers truthfully to the owner and to root only.
std::uint64_t cached_bytes(int fd, std::uint64_t offset, std::uint64_t length) {
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  void* const address = ::mmap(nullptr, length, PROT_NONE, MAP_SHARED, fd, static_cast<off_t>(offset));
  if (address == MAP_FAILED) return 0;
  std::vector<unsigned char> resident((length + page - 1) / page);
  const bool known = ::mincore(address, length, resident.data()) == 0;
  ::munmap(address, length);
  if (!known) return 0;
  const auto pages =
      std::count_if(resident.begin(), resident.end(), [](unsigned char byte) { return (byte & 1) != 0; });
  return std::min(static_cast<std::uint64_t>(pages) * page, length);
}

}  // namespace

CacheBound::CacheBound(std::uint64_t bound_b, std::string directory,
                       std::function<std::string(std::uint64_t file)> path_of)
    : bound_b_(bound_b), directory_(std::move(directory)), path_of_(std::move(path_of)), thread_([this] { work(); }) {}

CacheBound::~CacheBound() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void CacheBound::when_evicted(std::function<void()> answer) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!ended_ && !stuck_ && (grown_ || evicting_)) {
      waiting_.push_back(std::move(answer));
      return;
    }
  }
  answer();
}

void CacheBound::read(std::uint64_t file, std::uint64_t offset, std::uint64_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  recent_.read(file, offset, bytes);
  if (recent_.bytes() <= bound_b_) return;
  grown_ = true;
  wake_.notify_one();
}

void CacheBound::use(std::uint64_t file) {
  const std::lock_guard<std::mutex> lock(mutex_);
  recent_.use(file);
}

void CacheBound::forget(std::uint64_t file) {
  const std::lock_guard<std::mutex> lock(mutex_);
  recent_.forget(file);
}

std::uint64_t CacheBound::evict(const RecentUse::Chunk& chunk) const {
  const std::string path = directory_ + "/" + path_of_(chunk.file);
  const io::Fd file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  const std::uint64_t offset = chunk.index * RecentUse::kChunk_b;
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) return 0;  // the file is gone, and its pages with it
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size <= offset) return 0;
  const std::uint64_t length = std::min(RecentUse::kChunk_b, size - offset);
  ::posix_fadvise(file.get(), static_cast<off_t>(offset), static_cast<off_t>(length), POSIX_FADV_DONTNEED);
  if (::geteuid() != 0 && ::geteuid() != status.st_uid) return 0;
  return cached_bytes(file.get(), offset, length);
}

// Once around at most: what stayed may be locked, and is tried again after the next read.
void CacheBound::evict_surplus(std::unique_lock<std::mutex>& lock) {
  for (std::size_t left = recent_.chunks(); left > 0 && recent_.bytes() > bound_b_ && !ended_; --left) {
    auto chunk = recent_.take_oldest();
    if (!chunk) return;
    lock.unlock();
    chunk->bytes = evict(*chunk);
    lock.lock();
    if (chunk->bytes > 0) recent_.put_back(*chunk);
  }
}

void CacheBound::answer_waiting(std::unique_lock<std::mutex>& lock) {
  std::vector<std::function<void()>> answers;
  answers.swap(waiting_);
  lock.unlock();
  for (const auto& answer : answers) answer();
  lock.lock();
}

void CacheBound::work() {
  thread_id_ = static_cast<pid_t>(::syscall(SYS_gettid));
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return ended_ || grown_; });
    if (!ended_) {
      grown_ = false;
      evicting_ = true;
      evict_surplus(lock);
      evicting_ = false;
      stuck_ = !grown_ && recent_.bytes() > bound_b_;
    }
    answer_waiting(lock);
    if (ended_) return;
  }
}

}  // namespace wattline::jetsim
