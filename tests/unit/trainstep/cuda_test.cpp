// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/cuda.hpp"

#include <dlfcn.h>

#include <cstdlib>

#include "base/error.hpp"
#include "catch.hpp"

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
  CHECK(timer.device == "cuda");
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

TEST_CASE("batches in a GPU's memory are given back to it") {
  FakeCuda fake;
  std::string reason;
  const auto runtime = find_cuda(reason);
  REQUIRE(runtime);
  const auto allocations = fake.function<int()>("fake_cuda_allocations");
  for (const char* kind : {"pinned", "mapped", "managed"}) {
    const Batch batch({{"x", Element::f32, {4}}}, 8, cuda_memory(*runtime, kind));
    CHECK(allocations() == 1);
  }
  CHECK(allocations() == 0);
}
