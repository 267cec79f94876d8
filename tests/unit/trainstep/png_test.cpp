// SPDX-License-Identifier: Apache-2.0
// PNG files, and photos that are to be turned. tests/parity/images.py compares all kinds of them with Pillow.
#include "trainstep/data/png.hpp"

#include "base/error.hpp"
#include "catch.hpp"
#include "jpeg_file.hpp"
#include "png_file.hpp"
#include "trainstep/data/decode_image.hpp"
#include "trainstep/data/orientation.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

using Bytes = std::vector<std::uint8_t>;

View whole(ImageSize size) {
  return {{0, 0, size.width, size.height}, 8, 8, {0, 0, 8, 8}, false};
}

Image decode(const Bytes& file, ReadAs as = ReadAs::pillow, const std::function<View(ImageSize)>& choose = whole) {
  Image image;
  decode_image(file, "a.png", Decode::exact, as, choose, image);
  image.pixels.resize(static_cast<std::size_t>(3 * image.width * image.height));
  return image;
}

Bytes levels(std::size_t count, unsigned seed = 1) {
  Random random(seed);
  Bytes bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
  return bytes;
}

std::string message(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::data);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("the colours of a PNG come out as they are, without its alpha channel") {
  const Bytes rgb = levels(5 * 4 * 3);
  CHECK(decode(test::png_file(5, 4, PNG_COLOR_TYPE_RGB, 8, rgb)).pixels == rgb);
  CHECK(decode(test::png_file(5, 4, PNG_COLOR_TYPE_RGB, 8, rgb, true)).pixels == rgb);
  const Bytes grey_alpha{10, 0, 20, 255};
  CHECK(decode(test::png_file(2, 1, PNG_COLOR_TYPE_GRAY_ALPHA, 8, grey_alpha)).pixels == Bytes{10, 10, 10, 20, 20, 20});
}

TEST_CASE("grey levels of 16 bits are clipped as in Pillow, or lose their low byte as in OpenCV") {
  const Bytes deep{0, 7, 0, 255, 1, 0, 200, 9};
  const auto file = test::png_file(2, 2, PNG_COLOR_TYPE_GRAY, 16, deep);
  CHECK(decode(file).pixels == Bytes{7, 7, 7, 255, 255, 255, 255, 255, 255, 255, 255, 255});
  CHECK(decode(file, ReadAs::opencv).pixels == Bytes{0, 0, 0, 0, 0, 0, 1, 1, 1, 200, 200, 200});
}

TEST_CASE("a part of a PNG has the pixels of the whole") {
  for (const bool interlaced : {false, true}) {
    const Bytes rgb = levels(31 * 23 * 3);
    const auto file = test::png_file(31, 23, PNG_COLOR_TYPE_RGB, 8, rgb, interlaced);
    const Image part = decode(file, ReadAs::pillow, [](ImageSize) { return View{{3, 9, 20, 5}, 8, 8, {}, false}; });
    REQUIRE(part.origin_y == 9);
    REQUIRE(part.height == 5);
    CHECK(std::equal(part.pixels.begin(), part.pixels.end(), rgb.begin() + 9 * 31 * 3));
  }
}

TEST_CASE("a broken PNG is an error that names the file") {
  const auto file = test::png_file(40, 30, PNG_COLOR_TYPE_RGB, 8, levels(40 * 30 * 3));
  const auto problem = [](const Bytes& bytes) { return message([&] { decode(bytes); }); };
  for (std::size_t size = 8; size < file.size(); size += 97) {
    CHECK(problem({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)}) == "a.png: is cut short");
  }
  auto damaged = file;
  damaged[file.size() / 2] ^= 1U;
  CHECK(problem(damaged).find("a.png: ") == 0);
  auto huge = file;
  huge[16] = 0x7f;
  CHECK(problem(huge).find("a.png: ") == 0);
}

TEST_CASE("random bytes never crash the decoder of PNG files") {
  const auto file = test::png_file(20, 15, PNG_COLOR_TYPE_PALETTE - 1, 8, levels(20 * 15 * 3), true);
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    auto damaged = file;
    for (int k = 0; k < 4; ++k) damaged[8 + random.below(file.size() - 8)] = static_cast<std::uint8_t>(random.next());
    message([&] { decode(damaged); });
  }
}

TEST_CASE("what a file is, its first bytes say") {
  CHECK(is_png(test::png_file(1, 1, PNG_COLOR_TYPE_RGB, 8, {1, 2, 3}).data(), 60));
  CHECK_FALSE(is_png(test::jpeg_file(8, 8).data(), 60));
  CHECK_FALSE(is_png(test::png_file(1, 1, PNG_COLOR_TYPE_RGB, 8, {1, 2, 3}).data(), 7));
}

TEST_CASE("a photo is turned as EXIF says, where OpenCV would turn it") {
  const auto upright = test::jpeg_file(48, 32);
  const Image stored = decode(upright);
  for (const bool big_endian : {false, true}) {
    const auto file = test::with_orientation(upright, 6, big_endian);
    CHECK(decode(file).pixels == stored.pixels);
    const Image turned = decode(file, ReadAs::opencv);
    REQUIRE(turned.width == 32);
    REQUIRE(turned.height == 48);
    // A quarter turn clockwise: the shown top left is the stored bottom left.
    CHECK(std::equal(turned.pixels.begin(), turned.pixels.begin() + 3, stored.pixels.begin() + 31 * 48 * 3));
    CHECK(std::equal(turned.pixels.begin() + 31 * 3, turned.pixels.begin() + 32 * 3, stored.pixels.begin()));
  }
}

TEST_CASE("a crop of a turned photo has the pixels of the whole, for every orientation") {
  for (std::uint8_t orientation = 0; orientation < 11; ++orientation) {
    const auto file = test::with_orientation(test::jpeg_file(96, 64), orientation, true);
    const Image all = decode(file, ReadAs::opencv);
    const bool on_its_side = orientation >= 5 && orientation <= 8;
    REQUIRE(all.width == (on_its_side ? 64 : 96));
    const Rect crop{5, 11, 40, 30};
    Image part;
    const View view = decode_image(
        file, "a.jpg", Decode::exact, ReadAs::opencv,
        [&](ImageSize) {
          return View{crop, 40, 30, {0, 0, 40, 30}, false};
        },
        part);
    bool same = view.crop.width == crop.width && view.crop.height == crop.height;
    for (int y = 0; same && y < crop.height; ++y) {
      const int row = view.crop.y - part.origin_y + y, column = view.crop.x - part.origin_x;
      const auto* ours = part.pixels.data() + 3 * (row * part.width + column);
      same = std::equal(ours, ours + 3 * crop.width, all.pixels.data() + 3 * ((crop.y + y) * all.width + crop.x));
    }
    CHECK(same);
  }
}

TEST_CASE("EXIF that is cut short, or says nonsense, leaves a photo as it lies") {
  const auto file = test::with_orientation(test::jpeg_file(48, 32), 6, false);
  CHECK_FALSE(exif_orientation(file.data(), file.size()).is_upright());
  for (std::size_t size = 0; size < 30; ++size) CHECK(exif_orientation(file.data(), size).is_upright());
  Random random(4);
  for (int i = 0; i < 2000; ++i) {
    auto damaged = file;
    for (int k = 0; k < 6; ++k) damaged[random.below(40)] = static_cast<std::uint8_t>(random.next());
    exif_orientation(damaged.data(), damaged.size());
  }
}
