// SPDX-License-Identifier: Apache-2.0
// Reads the source's files beside the thread that asks. What was read stays in the page cache only while memory is
// plentiful: it makes reading it again faster than any medium, but the view's pages are to have the memory.
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

// Whether half of this machine's memory is free.
bool memory_is_plentiful();

class SourceReader : NotCopyable {
 public:
  // `keep` says, after each read, whether its pages may stay in memory. Any thread may call it.
  explicit SourceReader(std::function<bool()> keep = memory_is_plentiful);
  ~SourceReader();
  // What is in memory already is read at once.
  void read(std::shared_ptr<SourceRead> read);

 private:
  void work();
  void finish(SourceRead& read, ssize_t length) const;
  void read_from_disk(SourceRead& read) const;
  bool read_from_memory(SourceRead& read) const;
  const std::function<bool()> keep_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::shared_ptr<SourceRead>> asked_;
  bool ended_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace wattline::jetsim
