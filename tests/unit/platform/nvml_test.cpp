// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "platform/power/rail_backends.hpp"

using namespace wattline;

TEST_CASE("NVML gives a rail per GPU that supports power readings", "[rails]") {
  const auto rails = platform::nvml_rails(WATTLINE_FAKE_NVML);
  REQUIRE(rails.size() == 1);
  CHECK(rails[0].name == "GPU0");
  CHECK(rails[0].scope == platform::Scope::part);
  CHECK(rails[0].read(0).power_w.value() == Approx(57.25));
  CHECK(rails[0].sensor.window_s == 1);
  CHECK(rails[0].path.find("Fake GPU") != std::string::npos);
}

TEST_CASE("a machine without NVML has no such rails", "[rails]") {
  CHECK(platform::nvml_rails("libno-such-nvml.so").empty());
}
