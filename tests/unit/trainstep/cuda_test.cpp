// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/cuda.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <thread>

#include "base/error.hpp"
#include "catch.hpp"
#include "trainstep/data/loader.hpp"
#include "trainstep/data/synthetic.hpp"
#include "trainstep/run/engine.hpp"

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

TEST_CASE("GPUs before Ampere have neither TF32 nor bfloat16") {
  FakeCuda fake;
  CHECK(computes_in_tf32(require_cuda()));
  ::setenv("FAKE_CUDA_CAPABILITY", "7", 1);  // a Xavier
  CHECK_FALSE(computes_in_tf32(require_cuda()));
  ::unsetenv("FAKE_CUDA_CAPABILITY");
}

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

namespace {

// The part of LibTorch that knows the current stream of each thread, for a GPU that only exists in the fake runtime.
void* current_stream() {
  static const auto current =
      reinterpret_cast<void* (*)()>(::dlsym(::dlopen(WATTLINE_FAKE_CUDA_GUARD, RTLD_NOW), "fake_cuda_current_stream"));
  return current();
}

// An engine whose work is kernels on the current stream of LibTorch.
Engine kernels(FakeCuda& fake) {
  const auto launch = [launch = fake.function<void(const char*, void*)>("fake_cuda_launch")](const char* kernel) {
    launch(kernel, current_stream());
    return true;
  };
  return {[=](const Minibatch&) { launch("copy"); },
          [=](const StageMarks&) { return launch("forward") && launch("backward") && launch("update"); },
          [=](const FirstToken&) { return launch("infer"); }, [=] { return launch("loss") ? 1.5 : 0; }};
}

}  // namespace

TEST_CASE("streams have the priority that was asked for and do not wait for the default stream") {
  FakeCuda fake;
  const auto log = fake.function<const char*()>("fake_cuda_log");
  log();
  std::string reason;
  const auto runtime = find_cuda(reason);
  const auto least = cuda_stream(*runtime, StreamPriority::least);
  CHECK(std::string(log()).find(", not blocking, priority 0\n") != std::string::npos);
  const auto greatest = cuda_stream(*runtime, StreamPriority::greatest);
  CHECK(std::string(log()).find(", not blocking, priority -5\n") != std::string::npos);
  CHECK(least.get() != greatest.get());
}

TEST_CASE("an engine with a stream queues all of its work there, and only its last event is waited for") {
  FakeCuda fake;
  current_stream();  // loads the fake part of LibTorch
  const auto log = fake.function<const char*()>("fake_cuda_log");
  log();
  std::string reason, text;
  const auto runtime = find_cuda(reason);
  {
    const auto stream = cuda_stream(*runtime, StreamPriority::greatest);
    const Engine engine = on_stream(kernels(fake), stream);
    const Timer timer = cuda_timer(*runtime, stream);
    const std::string made = log();
    const std::string name = made.substr(0, made.find(','));
    engine.load(Minibatch({}, 1, plain_memory()));
    CHECK(engine.train({}));
    timer.mark(Mark::computed);
    timer.wait();
    CHECK(engine.loss() == 1.5);
    CHECK(engine.infer({}));
    text = log();
    const auto on = [&](const std::string& what) { return what + " on " + name + '\n'; };
    CHECK(text == on("copy") + on("forward") + on("backward") + on("update") + on("event") + on("wait for the event") +
                      on("loss") + on("infer"));
  }
  CHECK(current_stream() == nullptr);  // of this thread afterwards: the default stream
  CHECK(std::string(log()).find("end of stream") == 0);
}

TEST_CASE("training and inference at the same time keep to their own streams and never wait for the device") {
  FakeCuda fake;
  current_stream();
  const auto log = fake.function<const char*()>("fake_cuda_log");
  std::string reason;
  const auto runtime = find_cuda(reason);
  log();
  const auto slow = cuda_stream(*runtime, StreamPriority::least);
  const auto quick = cuda_stream(*runtime, StreamPriority::greatest);
  const auto repeat = [&](const Engine& engine, const std::shared_ptr<void>& stream, bool trains) {
    const Timer timer = cuda_timer(*runtime, stream);
    for (int i = 0; i < 50; ++i) {
      trains ? engine.train({}) : engine.infer({});
      timer.mark(Mark::computed);
      timer.wait();
    }
  };
  std::thread trainer(repeat, on_stream(kernels(fake), slow), slow, true);
  repeat(on_stream(kernels(fake), quick), quick, false);
  trainer.join();
  const std::string text = log();
  const std::string first = text.substr(0, text.find(',')), rest = text.substr(text.find('\n') + 1);
  const std::string second = rest.substr(0, rest.find(','));
  const auto count = [&](const std::string& line) {
    std::size_t n = 0;
    for (std::size_t at = text.find(line); at != std::string::npos; at = text.find(line, at + 1)) ++n;
    return n;
  };
  CHECK(count("update on " + first + '\n') == 50);
  CHECK(count("infer on " + second + '\n') == 50);
  CHECK(count("wait for the event on " + first + '\n') == 50);
  CHECK(count("wait for the event on " + second + '\n') == 50);
  CHECK(count("update on ") + count("infer on ") == 100);
  CHECK(count("wait for the device") == 0);
  CHECK(count("default") == 0);
}
