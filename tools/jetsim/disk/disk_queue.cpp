// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/disk_queue.hpp"

namespace wattline::jetsim {

void DiskQueue::submit(DiskRequest request, const std::shared_ptr<DiskRead>& read) {
  request.id = ++last_id_;
  read->done = [](SourceRead& done) { static_cast<DiskRead&>(done).arrived(); };
  in_flight_[request.id] = read;
  counters_.begin(request.arrival_ns);
  medium_.submit(request);
  reader_.read(read);
}

void DiskQueue::advance(std::int64_t now_ns) {
  for (const ServedRequest& served : medium_.advance(now_ns)) {
    counters_.end(served.end_ns, served.request.arrival_ns, served.request.bytes);
    const auto found = in_flight_.find(served.request.id);
    found->second->arrived();
    in_flight_.erase(found);
  }
}

}  // namespace wattline::jetsim
