// SPDX-License-Identifier: Apache-2.0
// Brings a file to its disk from a thread of its own: a slow disk delays nobody.
#pragma once
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "io/fd.hpp"

namespace wattline::io {

class BackgroundSync {
 public:
  // Pipes, devices and files in memory have no disk: nothing is done for them.
  explicit BackgroundSync(int fd);
  ~BackgroundSync();
  BackgroundSync(const BackgroundSync&) = delete;
  BackgroundSync& operator=(const BackgroundSync&) = delete;

  // What is written by now goes to the disk soon. Throws Error{io} when the disk failed since the last request.
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
