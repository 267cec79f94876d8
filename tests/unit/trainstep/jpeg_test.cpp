// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/jpeg.hpp"

#include "base/error.hpp"
#include "catch.hpp"
#include "jpeg_file.hpp"
#include "png_file.hpp"
#include "refused_allocation.hpp"
#include "trainstep/data/png.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

View view_of(const Rect& crop, int side) {
  return {crop, side, side, {0, 0, side, side}, false};
}

View decode(const std::vector<std::uint8_t>& file, const Rect& crop, Decode how, Image& image, int side = 224) {
  return decode_jpeg(
      file.data(), file.size(), "a.jpg", how, [&](ImageSize) { return view_of(crop, side); }, image);
}

// Largest difference between the crop in `part` and the same pixels of `whole`.
int difference(const Image& part, const Image& whole, const Rect& crop) {
  int worst = 0;
  for (int y = crop.y; y < crop.y + crop.height; ++y) {
    for (int x = 3 * crop.x; x < 3 * (crop.x + crop.width); ++x) {
      const int a = part.pixels[static_cast<std::size_t>((y - part.origin_y) * part.width * 3 + x - 3 * part.origin_x)];
      const int b = whole.pixels[static_cast<std::size_t>(y * whole.width * 3 + x)];
      worst = std::max(worst, std::abs(a - b));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("an exact decode of a part has the pixels of a full decode, wherever the part lies") {
  const auto file = test::jpeg_file(317, 211);
  Image whole, part;
  decode(file, {0, 0, 317, 211}, Decode::exact, whole);
  REQUIRE(whole.width == 317);
  REQUIRE(whole.height == 211);
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const View view = random_resized_crop(317, 211, 64, random);
    decode(file, view.crop, Decode::exact, part);
    CHECK(difference(part, whole, view.crop) == 0);
  }
}

TEST_CASE("a fast decode that shrinks the image gives the crop in its own pixels") {
  const auto file = test::jpeg_file(640, 480);
  Image image;
  const View view = decode(file, {64, 32, 512, 384}, Decode::fast, image, 96);
  CHECK(view.crop.width == 128);
  CHECK(view.crop.height == 96);
  CHECK(view.crop.x == 16);
  CHECK(image.height == 96);
}

TEST_CASE("broken JPEG data is an error that names the file") {
  auto file = test::jpeg_file(100, 80);
  Image image;
  const auto fails = [&](const std::string& text) {
    try {
      decode(file, {0, 0, 100, 80}, Decode::exact, image);
      FAIL("no error");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::data);
      CHECK(std::string(error.what()).find("a.jpg: ") == 0);
      CHECK(std::string(error.what()).find(text) != std::string::npos);
    }
  };
  SECTION("empty") {
    file.clear();
    fails("is empty");
  }
  SECTION("no JPEG at all") {
    file.assign(500, 'x');
    fails("Not a JPEG file");
  }
  SECTION("cut short, even below the part that is needed") {
    file.resize(file.size() - 40);
    fails("is cut short");
  }
  SECTION("header only") {
    file.resize(20);
    fails("");
  }
  SECTION("garbage in the middle") {
    for (std::size_t i = file.size() / 2; i < file.size() / 2 + 60; ++i) file[i] = 0xff;
    fails("");
  }
}

TEST_CASE("random bytes never crash the decoder") {
  Random random(3);
  Image image;
  for (int i = 0; i < 300; ++i) {
    auto file = test::jpeg_file(64, 48, i);
    for (int k = 0; k < 8; ++k) file[random.below(file.size())] = static_cast<std::uint8_t>(random.next());
    try {
      decode_jpeg(
          file.data(), file.size(), "a.jpg", Decode::exact,
          [&](ImageSize size) {
            return view_of({0, 0, size.width, size.height}, 32);
          },
          image);
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::data);
    }
  }
}

#ifdef WATTLINE_CAN_REFUSE_MEMORY
TEST_CASE("an image is not called broken because memory for decoding it was refused") {
  const auto file = test::jpeg_file(100, 80);
  CHECK(test::refuse_each_allocation([&] {
          Image image;
          decode(file, {0, 0, 100, 80}, Decode::exact, image);
        }) > 5);
  const auto png = test::png_file(100, 80, PNG_COLOR_TYPE_RGB, 8, std::vector<std::uint8_t>(100 * 80 * 3, 7));
  CHECK(test::refuse_each_allocation([&] {
          Image image;
          decode_png(
              png.data(), png.size(), "a.png", DeepGrey::clipped,
              [](ImageSize) {
                return view_of({0, 0, 100, 80}, 8);
              },
              image);
        }) > 3);
}
#endif
