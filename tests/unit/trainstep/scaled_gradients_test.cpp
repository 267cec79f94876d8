// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/scaled_gradients.hpp"

#include <cmath>

#include "catch.hpp"

using namespace wattline::trainstep;

TEST_CASE("gradients are divided by the scale, and one that is not finite is found") {
  const torch::Tensor a = torch::full({2}, 65536.0F), b = torch::full({3}, 32768.0F);
  CHECK_FALSE(unscale({a, b}, 65536));
  CHECK(a[0].item<float>() == 1);
  CHECK(b[2].item<float>() == 0.5F);
  b[1] = INFINITY;
  CHECK(unscale({a, b}, 2));
  CHECK(a[1].item<float>() == 0.5F);
  CHECK_FALSE(unscale({}, 2));
}
