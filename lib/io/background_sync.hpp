// SPDX-License-Identifier: Apache-2.0
// Fsyncs a file on a background thread, so that a slow disk never blocks the caller.
#pragma once
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "base/not_copyable.hpp"
#include "io/fd.hpp"

namespace wattline::io {

class BackgroundSync : NotCopyable {
 public:
  // Nothing is done for pipes, devices and files in memory, which have no disk.
  explicit BackgroundSync(int fd);
  ~BackgroundSync();

  // Starts an fsync of what is written by now. Throws Error{io} when the disk failed since the last request.
  void request(const std::string& name);
  // Waits until all that is written is on the disk; the last call. Throws as above.
  void finish(const std::string& name);

 private:
  void work();
  void end();
  Fd fd_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool wanted_ = false, ended_ = false;
  int error_ = 0;
  std::thread thread_;
};

}  // namespace wattline::io
