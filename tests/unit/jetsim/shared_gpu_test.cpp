// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/shared_gpu.hpp"

#include "base/error.hpp"
#include "catch.hpp"

using namespace wattline;
using namespace wattline::jetsim;

namespace {

// A minibatch whose one part keeps the GPU busy.
EmulatedMinibatch minibatch(double ms) {
  EmulatedMinibatch result;
  result.compute_ms = ms;
  result.segments = {{ms, Activity{1, 1, 1, 0.5}}};
  return result;
}

}  // namespace

TEST_CASE("as many training minibatches as fit follow an inference, and the rest of the time is idle") {
  const SharedWindow window = shared_window(minibatch(20), minibatch(30), 125);
  CHECK(window.fits());
  CHECK(window.trained == 3);
  CHECK(window.idle_ms == Approx(15));
  CHECK(window.whole().step_ms() == Approx(125));
  CHECK(window.whole().mean().gpu == Approx(110.0 / 125));
}

TEST_CASE("where nothing fits one minibatch is trained, and the requests wait") {
  const SharedWindow window = shared_window(minibatch(20), minibatch(30), 40);
  CHECK_FALSE(window.fits());
  CHECK(window.trained == 1);
  CHECK(window.whole().step_ms() == Approx(50));
  CHECK(window.whole().mean().gpu == Approx(1));
}

TEST_CASE("a pair of workloads has two names") {
  CHECK(workloads_of("resnet18+lstm") == std::pair<std::string, std::string>{"resnet18", "lstm"});
  for (const char* text : {"resnet18", "resnet18+", "+lstm", "a+b+c", ""}) CHECK_THROWS_AS(workloads_of(text), Error);
}
