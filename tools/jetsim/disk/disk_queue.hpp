// SPDX-License-Identifier: Apache-2.0
// Reads of a disk in flight: each is answered when the medium would have served it and its bytes are there. Used by one
// thread, but the answer may come from another one.
#pragma once
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>

#include "jetsim/disk/disk_counters.hpp"
#include "jetsim/disk/medium.hpp"
#include "jetsim/disk/source_reader.hpp"

namespace wattline::jetsim {

// The read, of which `length` and the bytes are used. It may be kept to be answered later.
using DiskAnswer = std::function<void(const std::shared_ptr<const SourceRead>& read)>;

struct DiskRead : SourceRead, std::enable_shared_from_this<DiskRead> {
  DiskAnswer answer;
  std::atomic<int> missing{2};  // the bytes, and the end of the service
  void arrived() {
    if (--missing == 0) answer(shared_from_this());
  }
};

class DiskQueue {
 public:
  explicit DiskQueue(const MediumProfile& profile) : medium_(profile) {}
  // How much too late an earlier read was answered, because this machine was busy: whoever reads on after it would have
  // asked that much earlier. Each such time is taken once; 0 when there is none.
  std::int64_t take_lateness_ns();
  // The request's id and read->done are set here. A read of no bytes takes an access, and is not counted.
  void submit(DiskRequest request, const std::shared_ptr<DiskRead>& read);
  std::int64_t next_event_ns() const { return medium_.next_event_ns(); }
  void advance(std::int64_t now_ns);
  DiskCounters::Values counters(std::int64_t now_ns) { return counters_.values(now_ns); }

 private:
  Medium medium_;
  DiskCounters counters_;
  std::unordered_map<std::uint64_t, std::shared_ptr<DiskRead>> in_flight_;  // by id of the request
  std::deque<std::int64_t> lateness_ns_;
  std::uint64_t last_id_ = 0;
  SourceReader reader_;
};

}  // namespace wattline::jetsim
