// SPDX-License-Identifier: Apache-2.0
#include "io/background_sync.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <utility>

#include "base/error.hpp"
#include "io/quiet_thread.hpp"
#include "io/sync.hpp"

namespace wattline::io {

namespace {

bool has_disk(int fd) {
  struct stat status {};
  struct statfs system {};
  if (fd < 0 || ::fstat(fd, &status) != 0 || ::fstatfs(fd, &system) != 0) return false;
  return S_ISREG(status.st_mode) && system.f_type != TMPFS_MAGIC;
}

void tell(int error, const std::string& name) {
  if (error != 0) throw Error(ExitCode::io, os_error(name, error).what());
}

}  // namespace

BackgroundSync::BackgroundSync(int fd) {
  if (!has_disk(fd)) return;
  fd_ = Fd(::fcntl(fd, F_DUPFD_CLOEXEC, 0));
  thread_ = quiet_thread([this] { work(); });
}

BackgroundSync::~BackgroundSync() {
  end();
}

void BackgroundSync::end() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void BackgroundSync::request(const std::string& name) {
  if (!thread_.joinable()) return;
  int error = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    wanted_ = true;
    std::swap(error, error_);
  }
  changed_.notify_one();
  tell(error, name);
}

void BackgroundSync::finish(const std::string& name) {
  request(name);
  end();
  tell(error_, name);
}

void BackgroundSync::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return wanted_ || ended_; });
    if (!wanted_) return;
    wanted_ = false;
    lock.unlock();
    const int error = sync_data(fd_.get());
    lock.lock();
    if (error != 0) error_ = error;
  }
}

}  // namespace wattline::io
