// SPDX-License-Identifier: Apache-2.0
#include "dsgen/jpeg_writer.hpp"

#include "catch.hpp"
#include "dsgen/parallel.hpp"
#include "refused_allocation.hpp"

using namespace wattline;

#ifdef WATTLINE_CAN_REFUSE_MEMORY
TEST_CASE("compressing an image says so whichever allocation is refused, also while its buffer grows") {
  dsgen::TextureOptions options;
  options.width = 400;
  options.height = 300;
  options.detail = 3;
  const dsgen::YccImage image = dsgen::make_image(options, 1);
  REQUIRE(dsgen::encode_jpeg(image, 95).size() > 16384);  // the library begins with 4096 bytes and doubles them
  CHECK(test::refuse_each_allocation([&] { dsgen::encode_jpeg(image, 95); }) > 5);
}

TEST_CASE("if memory is refused while threads are started, those that run end, and the error is reported") {
  CHECK(test::refuse_each_allocation([] { dsgen::parallel_for(0, 8, [](std::size_t) {}); }) > 1);
}
#endif
