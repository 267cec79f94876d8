// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "catch.hpp"
#include "trainstep/data/resize.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

// Grey levels come out as they are.
constexpr Normalisation kLevels{{0, 0, 0}, {1 / 255.0f, 1 / 255.0f, 1 / 255.0f}};

Image test_image(int width, int height) {
  Image image;
  image.width = width;
  image.height = height;
  Random random(5);
  image.pixels.resize(static_cast<std::size_t>(width * height * 3));
  for (std::uint8_t& value : image.pixels) value = static_cast<std::uint8_t>(random.next());
  return image;
}

std::vector<float> resized(const Image& image, const View& view) {
  std::vector<float> out(static_cast<std::size_t>(3 * view.window.width * view.window.height));
  ResizeScratch scratch;
  resize(image, view, kLevels, {out.data(), view.window.width, view.window.height, 0, 0}, scratch);
  return out;
}

// The definition, in double precision: a triangle filter as wide as the pixels it merges.
double reference(const Image& image, const View& view, int channel, int column, int row) {
  const auto weight = [](double in, double out, int at, int from) {
    const double scale = in / out, width = std::max(1.0, scale), centre = (at + 0.5) * scale;
    return std::max(0.0, 1 - std::abs((from + 0.5 - centre) / width));
  };
  double sum = 0, total = 0;
  for (int y = 0; y < view.crop.height; ++y) {
    for (int x = 0; x < view.crop.width; ++x) {
      const double w = weight(view.crop.width, view.scaled_width, column + view.window.x, x) *
                       weight(view.crop.height, view.scaled_height, row + view.window.y, y);
      const int index =
          3 * ((y + view.crop.y - image.origin_y) * image.width + x + view.crop.x - image.origin_x) + channel;
      sum += w * image.pixels[static_cast<std::size_t>(index)];
      total += w;
    }
  }
  return sum / total;
}

void check_against_reference(const Image& image, const View& view) {
  const std::vector<float> out = resized(image, view);
  const int width = view.window.width, height = view.window.height;
  double worst = 0;
  for (int channel = 0; channel < 3; ++channel) {
    for (int row = 0; row < height; ++row) {
      for (int column = 0; column < width; ++column) {
        const int from = view.mirrored ? width - 1 - column : column;
        const double wanted = reference(image, view, channel, from, row);
        const double got = out[static_cast<std::size_t>((channel * height + row) * width + column)];
        worst = std::max(worst, std::abs(got - wanted));
      }
    }
  }
  CHECK(worst <= 1.0 + 1e-3);
}

}  // namespace

TEST_CASE("resizing agrees with its definition within one grey level") {
  const Image image = test_image(61, 47);
  const std::pair<const char*, View> views[] = {
      {"smaller", {{0, 0, 61, 47}, 16, 16, {0, 0, 16, 16}, false}},
      {"much smaller", {{0, 0, 61, 47}, 5, 4, {0, 0, 5, 4}, false}},
      {"larger", {{10, 10, 20, 20}, 40, 40, {0, 0, 40, 40}, false}},
      {"mirrored", {{3, 5, 50, 30}, 16, 16, {0, 0, 16, 16}, true}},
      {"a window of the scaled image", {{0, 0, 61, 47}, 33, 26, {8, 5, 16, 16}, false}},
      {"one pixel", {{60, 46, 1, 1}, 8, 8, {0, 0, 8, 8}, false}},
  };
  for (const auto& [name, view] : views) {
    INFO(name);
    check_against_reference(image, view);
  }
}

TEST_CASE("the same size leaves the pixels as they are") {
  const Image image = test_image(20, 20);
  const std::vector<float> out = resized(image, {{0, 0, 20, 20}, 20, 20, {0, 0, 20, 20}, false});
  for (std::size_t i = 0; i < 400; ++i) CHECK(std::lround(out[i]) == image.pixels[3 * i]);
}

TEST_CASE("a random crop lies in the image, for any shape of it") {
  Random random(7);
  for (const auto& size : {std::pair(800, 600), std::pair(1, 1), std::pair(3000, 20), std::pair(17, 900)}) {
    for (int i = 0; i < 300; ++i) {
      const View view = random_resized_crop(size.first, size.second, 224, random);
      CHECK((view.crop.x >= 0 && view.crop.y >= 0 && view.crop.width >= 1 && view.crop.height >= 1));
      CHECK(view.crop.x + view.crop.width <= size.first);
      CHECK(view.crop.y + view.crop.height <= size.second);
    }
  }
}

TEST_CASE("random crops cover 8 % to all of an image and are mirrored half of the time") {
  Random random(7);
  double area = 0;
  int mirrored = 0;
  constexpr int kCrops = 20000;
  for (int i = 0; i < kCrops; ++i) {
    const View view = random_resized_crop(800, 600, 224, random);
    area += view.crop.width * view.crop.height / 480000.0 / kCrops;
    mirrored += view.mirrored ? 1 : 0;
  }
  CHECK(area > 0.40);  // below the mean of the uniform law: large parts fit only at some ratios
  CHECK(area < 0.46);
  CHECK(mirrored == Approx(kCrops / 2).epsilon(0.03));
}

TEST_CASE("the central crop is taken from the image scaled to its shorter edge") {
  const View view = centre_crop(800, 600, 256, 224);
  CHECK(view.scaled_width == 341);
  CHECK(view.scaled_height == 256);
  CHECK(view.window.x == 58);  // 58.5, rounded to even as torchvision does
}
