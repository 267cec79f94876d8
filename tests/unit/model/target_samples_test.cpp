// SPDX-License-Identifier: Apache-2.0
#include "model/target_samples.hpp"

#include "catch.hpp"

using namespace wattline;
using model::TargetSamples;

TEST_CASE("samples to a target are the geometric mean of the runs with a batch size") {
  const TargetSamples samples = model::target_samples({{8, 100}, {8, 400}, {16, 300}}, {8, 16});
  CHECK(samples.at(8) == Approx(200));
  CHECK(samples.at(16) == Approx(300));
}

TEST_CASE("samples of other batch sizes are on a line that neither falls nor begins below 0") {
  const TargetSamples line = model::target_samples({{8, 180}, {16, 260}, {32, 420}}, {4, 16, 64});
  CHECK(line.at(4) == Approx(140));
  CHECK(line.at(64) == Approx(740));
  const TargetSamples flat = model::target_samples({{8, 120}, {16, 100}}, {4, 64});
  CHECK(flat.at(4) == flat.at(64));
  CHECK(flat.at(4) > 100);
  CHECK(flat.at(4) < 120);
  const TargetSamples steep = model::target_samples({{8, 100}, {16, 400}}, {1, 2});
  CHECK(steep.at(1) > 0);
  CHECK(steep.at(2) == Approx(2 * steep.at(1)));
}

TEST_CASE("a batch size that does not reach the target, or of which nothing is known, is left out") {
  const TargetSamples one = model::target_samples({{8, 100}, {16, std::nullopt}}, {8, 16, 32});
  CHECK(one.size() == 1);
  CHECK(one.at(8) == Approx(100));
  const TargetSamples below = model::target_samples({{8, 100}, {16, 120}, {64, std::nullopt}}, {4, 32, 64, 128});
  CHECK(below.size() == 2);
  CHECK(below.at(32) == Approx(160));
  const TargetSamples sometimes = model::target_samples({{8, 100}, {16, 150}, {16, std::nullopt}, {32, 200}}, {16, 32});
  CHECK(sometimes.size() == 1);
  CHECK(sometimes.at(32) == Approx(200));
  CHECK(model::target_samples({}, {8}).empty());
}
