// SPDX-License-Identifier: Apache-2.0
// Reads the source's files beside the thread that asks. What was read leaves the page cache again, so that the view's
// pages are the only copy in memory.
#pragma once
#include <sys/types.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/not_copyable.hpp"

namespace wattline::jetsim {

// Bytes of an open file.
struct SourceRead {
  int fd = -1;
  off_t offset = 0;
  std::vector<char> data;                 // as long as what is asked for
  ssize_t length = 0;                     // what was read, or -errno
  std::function<void(SourceRead&)> done;  // called when it was read, by any thread
};

class SourceReader : NotCopyable {
 public:
  SourceReader();
  ~SourceReader();
  // What is in memory already is read at once.
  void read(std::shared_ptr<SourceRead> read);

 private:
  void work();
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::shared_ptr<SourceRead>> asked_;
  bool ended_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace wattline::jetsim
