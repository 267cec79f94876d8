// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/disk_queue.hpp"

namespace wattline::jetsim {

namespace {

constexpr std::size_t kMostLate = 128;  // as many as the kernel keeps in flight

}  // namespace

std::int64_t DiskQueue::take_lateness_ns() {
  if (lateness_ns_.empty()) return 0;
  const std::int64_t lateness_ns = lateness_ns_.front();
  lateness_ns_.pop_front();
  return lateness_ns;
}

void DiskQueue::submit(DiskRequest request, const std::shared_ptr<DiskRead>& read) {
  request.id = ++last_id_;
  read->done = [](SourceRead& done) { static_cast<DiskRead&>(done).arrived(); };
  in_flight_[request.id] = read;
  if (request.bytes > 0) counters_.begin(request.arrival_ns);
  medium_.submit(request);
  reader_.read(read);
}

void DiskQueue::advance(std::int64_t now_ns) {
  for (const ServedRequest& served : medium_.advance(now_ns)) {
    if (served.request.bytes > 0) counters_.end(served.end_ns, served.request.arrival_ns, served.request.bytes);
    const auto found = in_flight_.find(served.request.id);
    found->second->arrived();
    in_flight_.erase(found);
    lateness_ns_.push_back(now_ns - served.end_ns);
    if (lateness_ns_.size() > kMostLate) lateness_ns_.pop_front();
  }
}

}  // namespace wattline::jetsim
