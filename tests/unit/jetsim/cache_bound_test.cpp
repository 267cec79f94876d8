// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/cache_bound.hpp"

#include <future>

#include "catch.hpp"
#include "scratch_folder.hpp"

using namespace wattline;
using namespace wattline::jetsim;

namespace {

constexpr std::uint64_t kMiB = 1 << 20;

// A bound of 1 MiB whose evictor stops before the first file that it is to evict, until it is let go.
class StoppedBound {
 public:
  StoppedBound() : bound(kMiB, folder_.path().string(), [this](std::uint64_t) { return path(); }) {}
  // Reads twice the bound and returns when the evictor has begun.
  void fill() {
    bound.read(1, 0, kMiB);
    bound.read(2, 0, kMiB);
    begun_.get_future().wait();
  }
  void let_go() { go_.set_value(); }

 private:
  std::string path() {
    if (stopped_) return "gone";
    stopped_ = true;
    begun_.set_value();
    go_.get_future().wait();
    return "gone";
  }
  test::Folder folder_;
  std::promise<void> begun_, go_;
  bool stopped_ = false;  // of the evictor's thread

 public:
  CacheBound bound;
};

}  // namespace

TEST_CASE("A read is answered at once while there is room, and otherwise when the surplus is evicted") {
  StoppedBound memory;
  int answers = 0;
  memory.bound.when_evicted([&] { ++answers; });
  CHECK(answers == 1);
  memory.fill();
  std::promise<void> answered;
  memory.bound.when_evicted([&] { answered.set_value(); });
  std::future<void> later = answered.get_future();
  CHECK(later.wait_for(std::chrono::seconds(0)) == std::future_status::timeout);
  memory.let_go();
  later.wait();
  memory.bound.when_evicted([&] { ++answers; });
  CHECK(answers == 2);
}

TEST_CASE("A read that waits is answered when the view ends") {
  bool answered = false;
  {
    StoppedBound memory;
    memory.fill();
    memory.bound.when_evicted([&] { answered = true; });
    memory.let_go();
  }
  CHECK(answered);
}
