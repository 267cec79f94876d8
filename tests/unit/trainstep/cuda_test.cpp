// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/cuda.hpp"

#include <dlfcn.h>

#include <cstdlib>

#include "base/error.hpp"
#include "catch.hpp"
#include "trainstep/data/loader.hpp"
#include "trainstep/data/synthetic.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

// Puts the fake runtime, which lies beside this program, in place of the real one.
struct FakeCuda {
  explicit FakeCuda(const char* devices = "1") {
    ::setenv("WATTLINE_CUDART", WATTLINE_FAKE_CUDART, 1);
    ::setenv("FAKE_CUDA_DEVICES", devices, 1);
  }
  ~FakeCuda() {
    ::unsetenv("WATTLINE_CUDART");
    ::unsetenv("FAKE_CUDA_DEVICES");
  }
  template <class Function>
  Function* function(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(::dlopen(WATTLINE_FAKE_CUDART, RTLD_NOW), name));
  }
};

}  // namespace

TEST_CASE("stages of a step are taken from the device's events, with one synchronisation") {
  FakeCuda fake;
  std::string reason;
  const auto runtime = find_cuda(reason);
  REQUIRE(runtime);
  const auto advance = fake.function<void(double)>("fake_cuda_advance");
  const auto synchronised = fake.function<int()>("fake_cuda_synchronised");
  const int before = synchronised();
  const Timer timer = cuda_timer(*runtime);
  timer.mark(Mark::start);
  advance(1.5);
  timer.mark(Mark::fetched);
  advance(0.25);
  timer.mark(Mark::on_device);
  advance(40);
  timer.mark(Mark::computed);
  timer.wait();
  CHECK(synchronised() == before + 1);
  CHECK(timer.elapsed_ms(Mark::start, Mark::on_device) == Approx(1.75));
  CHECK(timer.elapsed_ms(Mark::fetched, Mark::on_device) == Approx(0.25));
  CHECK(timer.elapsed_ms(Mark::on_device, Mark::computed) == Approx(40));
}

TEST_CASE("a runtime that refuses is reported in its own words") {
  FakeCuda fake;
  std::string reason;
  const Timer timer = cuda_timer(*find_cuda(reason));
  CHECK_THROWS_WITH(timer.elapsed_ms(Mark::start, Mark::computed), "cudaEventElapsedTime: invalid resource handle");
}

TEST_CASE("no device, an unusable driver and no runtime are told apart") {
  std::string reason;
  {
    FakeCuda fake("0");
    CHECK_FALSE(find_cuda(reason));
    CHECK(reason == "CUDA: no device");
  }
  {
    FakeCuda fake("-1");
    CHECK_FALSE(find_cuda(reason));
    CHECK(reason == "CUDA: driver version is insufficient");
  }
  ::setenv("WATTLINE_CUDART", "/nowhere/libcudart.so", 1);
  CHECK_FALSE(find_cuda(reason));
  CHECK(reason.find("/nowhere/libcudart.so") != std::string::npos);
  ::unsetenv("WATTLINE_CUDART");
}

namespace {

// A batch of memory of that kind, made by the fake runtime.
Minibatch batch_in(MemoryKind kind) {
  std::string reason;
  return {{{"x", Element::f32, {4}}}, 8, cuda_memory(*find_cuda(reason), kind)};
}

}  // namespace

TEST_CASE("batches in a GPU's memory are given back to it") {
  FakeCuda fake;
  const auto allocations = fake.function<int()>("fake_cuda_allocations");
  for (const MemoryKind kind : {MemoryKind::pinned, MemoryKind::mapped, MemoryKind::managed}) {
    const Minibatch batch = batch_in(kind);
    CHECK(allocations() == 1);
  }
  CHECK(allocations() == 0);
}

TEST_CASE("pinned memory is copied from, mapped and managed memory is read in place") {
  FakeCuda fake;
  const auto flags = fake.function<unsigned()>("fake_cuda_flags");
  constexpr unsigned kPortable = 1, kMapped = 2;  // cudaHostAllocPortable, cudaHostAllocMapped
  const Minibatch pinned = batch_in(MemoryKind::pinned);
  CHECK(flags() == kPortable);
  CHECK(pinned.lend(0) == nullptr);
  const Minibatch mapped = batch_in(MemoryKind::mapped);
  CHECK(flags() == (kPortable | kMapped));
  CHECK(mapped.lend(0) == static_cast<char*>(mapped.data(0)) + 4096);  // where the device sees it
  const Minibatch managed = batch_in(MemoryKind::managed);
  CHECK(managed.lend(0) == managed.data(0));
}

TEST_CASE("managed memory is the host's but while it is lent") {
  FakeCuda fake;
  const auto attached = fake.function<unsigned()>("fake_cuda_attached");
  constexpr unsigned kGlobal = 1, kHost = 2;  // cudaMemAttachGlobal, cudaMemAttachHost
  Minibatch batch = batch_in(MemoryKind::managed);
  CHECK(attached() == kHost);
  batch.lend(0);
  CHECK(attached() == kGlobal);
  batch.take_back();
  CHECK(attached() == kHost);
}

TEST_CASE("the loader takes a batch back when the next one is asked for, or the epoch is left") {
  FakeCuda fake;
  const auto attached = fake.function<unsigned()>("fake_cuda_attached");
  std::string reason;
  const Dataset set = synthetic_images(64, 1, 4, 10);
  Loader loader(set, {}, cuda_memory(*find_cuda(reason), MemoryKind::managed));
  loader.start(sequential_order(set.size), 0);
  loader.next()->lend(0);
  CHECK(attached() == 1);
  Minibatch* second = loader.next();
  CHECK(attached() == 2);
  second->lend(0);
  loader.start(sequential_order(set.size), 1);
  CHECK(attached() == 2);
}
