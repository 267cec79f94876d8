// SPDX-License-Identifier: Apache-2.0
// When a storage medium has served which request. Pure arithmetic on times that are passed in.
//
// A request waits for one of `queue` places, then for the access (seek, rotation, flash) unless it continues the
// request before it, then for the bus, which transfers one request at a time at the full bandwidth.
#pragma once
#include <cstdint>
#include <deque>
#include <queue>
#include <vector>

#include "jetsim/spec/medium_profile.hpp"

namespace wattline::jetsim {

struct DiskRequest {
  std::uint64_t id = 0;    // of the caller's choice
  std::uint64_t file = 0;  // each file lies in one piece, apart from all others
  std::uint64_t offset = 0, bytes = 0;
  std::int64_t arrival_ns = 0;
};

struct ServedRequest {
  DiskRequest request;
  std::int64_t end_ns = 0;
};

class Medium {
 public:
  static constexpr std::int64_t kNever = INT64_MAX;

  explicit Medium(const MediumProfile& profile);
  // Requests arrive in the order of the calls; an arrival may lie before what advance() has been told.
  void submit(const DiskRequest& request);
  // When advance() has something to do; kNever while no request is in flight.
  std::int64_t next_event_ns() const;
  // The requests whose service ended by then, in that order.
  std::vector<ServedRequest> advance(std::int64_t now_ns);

 private:
  struct Access {
    std::int64_t end_ns;
    std::uint64_t order;  // of two that end together, the one that began first
    DiskRequest request;
    bool operator>(const Access& other) const {
      return end_ns != other.end_ns ? end_ns > other.end_ns : order > other.order;
    }
  };
  template <class T>
  using Earliest = std::priority_queue<T, std::vector<T>, std::greater<T>>;

  void start(const DiskRequest& request, std::int64_t now_ns);
  void begin_transfer();
  ServedRequest end_transfer();
  MediumProfile profile_;
  Earliest<std::int64_t> free_;  // when each free place became free
  std::deque<DiskRequest> waiting_;
  Earliest<Access> accessing_;
  std::deque<Access> at_bus_;  // the first one is being transferred
  std::int64_t bus_end_ns_ = 0;
  std::uint64_t started_ = 0;
  std::uint64_t head_file_ = UINT64_MAX, head_offset_ = 0;  // where the last request ended
};

}  // namespace wattline::jetsim
