// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/board_disk.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "base/error.hpp"
#include "jetsim/client/control_client.hpp"

namespace wattline::jetsim {

namespace {

// Loggers look every 100 ms or so; a write to the board takes about 50 us.
constexpr std::chrono::milliseconds kBetweenUpdates{5};

}  // namespace

BoardDisk::BoardDisk(const std::string& board_directory)
    : path_(control_file(board_directory, "disks")), file_(::open(path_.c_str(), O_RDWR | O_CLOEXEC)) {
  if (!file_) throw os_error(path_, errno, "the board was mounted by another user, or is a copy");
}

BoardDisk::~BoardDisk() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void BoardDisk::write(const std::string& line) const {
  if (::pwrite(file_.get(), line.data(), line.size(), 0) >= 0) return;
  throw os_error(path_, errno, "the board may have been unmounted");
}

void BoardDisk::attach(const std::string& kind, dev_t device, std::uint64_t bytes) {
  write(fmt::format("attach {} {}:{} {}\n", kind, major(device), minor(device), bytes));
  char answer[64];
  const ssize_t length = ::pread(file_.get(), answer, sizeof answer, 0);
  const std::string text(answer, length > 0 ? static_cast<std::size_t>(length) : 0);
  if (text.compare(0, 5, "disk ") != 0) throw data_error(path_ + ": it is not the file of a mounted board");
  thread_ = std::thread([this] { work(); });
}

void BoardDisk::update(const DiskCounters::Values& values) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    values_ = values;
    changed_ = true;
  }
  wake_.notify_one();
}

void BoardDisk::flush() {
  std::unique_lock<std::mutex> lock(mutex_);
  told_.wait(lock, [this] { return gone_ || !(changed_ || writing_); });
}

// False when the board is gone; the disk stays.
bool BoardDisk::tell(const DiskCounters::Values& now) const {
  try {
    write(fmt::format("counters {} {} {} {} {} {}\n", now.reads, now.sectors, now.read_ms, now.in_flight, now.busy_ms,
                      now.weighted_ms));
    return true;
  } catch (const Error&) {
    return false;
  }
}

void BoardDisk::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!ended_) {
    wake_.wait(lock, [this] { return ended_ || changed_; });
    changed_ = false;
    writing_ = true;
    const DiskCounters::Values now = values_;
    lock.unlock();
    const bool written = tell(now);
    lock.lock();
    writing_ = false;
    gone_ = !written;
    told_.notify_all();
    if (gone_) return;
    wake_.wait_for(lock, kBetweenUpdates, [this] { return ended_; });
  }
}

}  // namespace wattline::jetsim
