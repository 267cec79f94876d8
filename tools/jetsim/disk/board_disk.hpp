// SPDX-License-Identifier: Apache-2.0
// A disk of a mounted board: the board's /proc/diskstats and /sys/class/block have it as long as this object lives.
#pragma once
#include <sys/types.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "base/not_copyable.hpp"
#include "io/fd.hpp"
#include "jetsim/disk/disk_counters.hpp"

namespace wattline::jetsim {

class BoardDisk : NotCopyable {
 public:
  // Opens the board's control file. Throws when there is no mounted board, or it may not be written.
  explicit BoardDisk(const std::string& board_directory);
  ~BoardDisk();
  // Makes the disk appear. `kind` is what its name begins with; `device` is what stat(2) says of its files.
  void attach(const std::string& kind, dev_t device, std::uint64_t bytes);
  // Hands the counters on, soon, and without waiting for the board.
  void update(const DiskCounters::Values& values);
  // Waits until the board has the last update, or is gone.
  void flush();

 private:
  void write(const std::string& line) const;
  bool tell(const DiskCounters::Values& now) const;
  void work();
  std::string path_;
  io::Fd file_;
  std::mutex mutex_;
  std::condition_variable wake_, told_;
  DiskCounters::Values values_;
  bool changed_ = false, writing_ = false, gone_ = false, ended_ = false;
  std::thread thread_;
};

}  // namespace wattline::jetsim
