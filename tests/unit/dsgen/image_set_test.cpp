// SPDX-License-Identifier: Apache-2.0
#include "dsgen/image_set.hpp"

#include "base/error.hpp"
#include "catch.hpp"

using namespace wattline;
using dsgen::ImageSet;
using dsgen::ImageSetOptions;

namespace {

ImageSetOptions small_set() {
  constexpr int kClasses = 10, kWidth = 200, kHeight = 150;
  return {40, kClasses, kWidth, kHeight, 9000, 1, {}};
}

double mean_size(const ImageSet& set, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += static_cast<double>(set.jpeg(i).size());
  return sum / static_cast<double>(count);
}

}  // namespace

TEST_CASE("the average file has the size that was asked for, within 3 %") {
  const auto bytes = GENERATE(3000, 9000, 20000);
  ImageSetOptions options = small_set();
  options.bytes = bytes;
  CHECK(mean_size(ImageSet(options), options.count) == Approx(bytes).epsilon(0.03));
}

TEST_CASE("the same seed gives the same bytes, another seed gives others") {
  ImageSetOptions options = small_set();
  const ImageSet first(options), again(options);
  options.seed = 2;
  const ImageSet other(options);
  CHECK(first.jpeg(7) == again.jpeg(7));
  CHECK(first.jpeg(7) != other.jpeg(7));
  CHECK(first.jpeg(7) != first.jpeg(8));
}

TEST_CASE("images are JPEG files of the size in pixels that was asked for") {
  const std::string data = ImageSet(small_set()).jpeg(0);
  CHECK(data.substr(0, 2) == "\xff\xd8");
  CHECK(data.substr(data.size() - 2) == "\xff\xd9");
  const std::size_t frame = data.find("\xff\xc0");  // SOF0: length(2) precision(1) height(2) width(2)
  REQUIRE(frame != std::string::npos);
  const auto at = [&](std::size_t i) { return static_cast<int>(static_cast<unsigned char>(data[frame + i])); };
  CHECK(at(5) * 256 + at(6) == 150);
  CHECK(at(7) * 256 + at(8) == 200);
}

TEST_CASE("a file size that no quality reaches is refused with the range that can be reached") {
  ImageSetOptions options = small_set();
  options.bytes = 10;
  try {
    const ImageSet set(options);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
    CHECK(error.hint().find("choose between") != std::string::npos);
  }
}

TEST_CASE("classes take turns") {
  const ImageSet set(small_set());
  CHECK(set.label(0) == 0);
  CHECK(set.label(9) == 9);
  CHECK(set.label(10) == 0);
}
