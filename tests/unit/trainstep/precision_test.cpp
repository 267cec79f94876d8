// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/precision.hpp"

#include <cmath>

#include "base/error.hpp"
#include "catch.hpp"
#include "trainstep/data/loader.hpp"
#include "trainstep/data/synthetic.hpp"
#include "trainstep/net/process_settings.hpp"
#include "trainstep/net/scale_schedule.hpp"
#include "trainstep/net/trainer.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

TrainerOptions lenet_in(Precision precision) {
  TrainerOptions options;
  options.network.name = "lenet";
  options.precision = precision;
  return options;
}

std::vector<double> losses(const TrainerOptions& options, int steps) {
  apply_process_settings({});
  Trainer trainer(options);
  const Dataset set = synthetic_images(160, 1, 28, 10);
  Loader loader(set, without_workers(16));
  loader.start(sequential_order(set.size), 0);
  std::vector<double> values;
  for (int i = 0; i < steps; ++i) {
    trainer.load(*loader.next());
    trainer.step();
    values.push_back(trainer.loss());
  }
  return values;
}

}  // namespace

TEST_CASE("bfloat16 gives losses near those of float32, but not the same") {
  const auto whole = losses(lenet_in(Precision::fp32), 8), half = losses(lenet_in(Precision::bf16), 8);
  CHECK(losses(lenet_in(Precision::standard), 8) == whole);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    CHECK(half[i] == Approx(whole[i]).epsilon(0.02));
    CHECK(half[i] != whole[i]);
  }
}

TEST_CASE("an operation that LibTorch lacks in half precision is no fault of the data") {
  TrainerOptions options = lenet_in(Precision::bf16);
  options.network.name = "resnet18-cifar";  // with group norms
  const Dataset set = synthetic_images(2, 3, 16, 10);
  Loader loader(set, without_workers(2));
  loader.start(sequential_order(set.size), 0);
  Trainer trainer(options);
  trainer.load(*loader.next());
  try {
    trainer.step();
    CHECK(trainer.loss() > 0);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::unavailable);
    CHECK(error.hint() == "use --precision fp32");
  }
}

TEST_CASE("a precision that the processor lacks is refused by name") {
  CHECK_THROWS_WITH(Trainer(lenet_in(Precision::tf32)), "--precision tf32 requires a GPU");
  try {
    const double half = losses(lenet_in(Precision::fp16), 1)[0];
    CHECK(half == Approx(losses(lenet_in(Precision::fp32), 1)[0]).epsilon(0.02));
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::unavailable);
    CHECK_THAT(error.what(), Catch::Contains("fp16") && Catch::Contains("does not compute in it on a processor"));
  }
}

// The numbers are those that torch.cuda.amp.GradScaler documents.
TEST_CASE("the loss scale grows after 2000 good updates and falls after a bad one") {
  ScaleSchedule scale;
  CHECK(scale.scale() == 65536);
  scale.take(true);
  CHECK(scale.scale() == 32768);
  for (int i = 0; i < 1999; ++i) scale.take(false);
  CHECK(scale.scale() == 32768);
  scale.take(false);
  CHECK(scale.scale() == 65536);
  for (int i = 0; i < 1999; ++i) scale.take(false);
  scale.take(true);  // begins the count again
  for (int i = 0; i < 1999; ++i) scale.take(false);
  CHECK(scale.scale() == 32768);
}

TEST_CASE("the loss scale stays within a float") {
  ScaleSchedule scale({std::ldexp(1.0, 127), 1999});
  scale.take(false);
  CHECK(scale.scale() == std::ldexp(1.0, 127));
}

TEST_CASE("images and weights in the channels-last format give the same losses") {
  TrainerOptions last = lenet_in(Precision::fp32);
  last.channels_last = true;
  const auto wanted = losses(lenet_in(Precision::fp32), 4), values = losses(last, 4);
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(values[i] == Approx(wanted[i]).epsilon(1e-3));
}
