// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/mosaic.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "catch.hpp"
#include "jpeg_file.hpp"
#include "sysfs_tree.hpp"
#include "trainstep/data/coco.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

// Without any randomness: the tiles meet in the middle and the canvas is halved.
Mosaic plain_mosaic() {
  Mosaic m;
  m.side = 100;
  m.centre_x = m.centre_y = 100;
  m.scale = 0.5;
  m.shift_x = m.shift_y = 50;
  m.colours = {1, 1, 1};
  return m;
}

}  // namespace

TEST_CASE("four tiles meet at the centre, each fitted to the side of the square") {
  const Mosaic m = plain_mosaic();
  const Tile first = place_tile(m, 0, {400, 200}), last = place_tile(m, 3, {50, 200});
  CHECK(first.width == Approx(50));
  CHECK(first.height == Approx(25));
  CHECK(first.x == Approx(0));
  CHECK(first.y == Approx(25));
  CHECK(last.x == Approx(50));
  CHECK(last.y == Approx(50));
  CHECK(last.width == Approx(12.5));
}

TEST_CASE("what of a tile lies outside of the square is left out, and mirroring keeps it in place") {
  Mosaic m = plain_mosaic();
  m.scale = 1;  // the canvas is twice the square
  const Tile tile = place_tile(m, 0, {100, 100});
  CHECK(tile.x == Approx(-50));
  const VisibleTile part = visible_part(m, tile, {100, 100});
  CHECK(part.view.window.x == 50);
  CHECK(part.view.window.width == 50);
  CHECK(part.x == 0);
  m.mirrored = true;
  CHECK(visible_part(m, tile, {100, 100}).x == 50);
  m.centre_x = 50;  // the tile is left of the square now
  CHECK(visible_part(m, place_tile(m, 0, {100, 100}), {100, 100}).view.window.width == 0);
}

TEST_CASE("a box follows its tile, and is dropped when less than a tenth of it is seen") {
  Mosaic m = plain_mosaic();
  ObjectBox box{7, 0.5F, 0.5F, 0.2F, 0.4F};
  const Tile tile = place_tile(m, 1, {100, 100});
  REQUIRE(place_box(m, tile, box));
  const ObjectBox wanted{7, 0.75F, 0.25F, 0.1F, 0.2F};
  for (std::size_t i = 0; i < box.size(); ++i) CHECK(box[i] == Approx(wanted[i]));
  m.mirrored = true;
  box = {7, 0.5F, 0.5F, 0.2F, 0.4F};
  REQUIRE(place_box(m, tile, box));
  CHECK(box[1] == Approx(0.25));
  m = plain_mosaic();
  m.scale = 1;
  const Tile cut = place_tile(m, 0, {100, 100});  // its left and upper halves are outside
  box = {7, 0.45F, 0.8F, 0.2F, 0.1F};             // from 35 to 55: a quarter is seen
  REQUIRE(place_box(m, cut, box));
  CHECK(box[3] == Approx(0.05));
  box = {7, 0.41F, 0.8F, 0.2F, 0.1F};  // a twentieth is seen
  CHECK_FALSE(place_box(m, cut, box));
  box = {7, 0.8F, 0.8F, 0.02F, 0.3F};  // two pixels wide
  CHECK_FALSE(place_box(m, cut, box));
}

TEST_CASE("what is drawn at random stays within Ultralytics' limits") {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const Mosaic m = random_mosaic(640, true, random);
    CHECK((m.centre_x >= 320 && m.centre_x <= 960));
    CHECK((m.scale >= 0.5 && m.scale <= 1.5));
    CHECK((m.shift_x >= 256 && m.shift_x <= 384));
    CHECK((m.colours[0] >= 0.985 && m.colours[0] <= 1.015));
    CHECK((m.colours[1] >= 0.3 && m.colours[1] <= 1.7));
    CHECK((m.colours[2] >= 0.6 && m.colours[2] <= 1.4));
  }
}

TEST_CASE("colours change in hue, saturation and value") {
  const auto jittered = [](const std::array<double, 3>& factors, std::array<float, 3> pixel) {
    jitter_colours(factors, pixel.data(), 1);
    return pixel;
  };
  const std::array<float, 3> pixel{0.2F, 0.6F, 0.4F};  // hue 150 degrees, saturation 2/3
  const auto same = jittered({1, 1, 1}, pixel), grey = jittered({1, 0, 1}, pixel), dark = jittered({1, 1, 0.5}, pixel);
  const auto red = jittered({2.4, 1, 1}, pixel), full = jittered({1, 1.7, 1.4}, {0, 0.9F, 0.9F});
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(same[i] == Approx(pixel[i]).margin(1e-6));
    CHECK(grey[i] == Approx(0.6));
    CHECK(dark[i] == Approx(pixel[i] / 2));
  }
  CHECK(red[0] == Approx(0.6));  // 360 degrees
  CHECK(red[1] == Approx(0.2));
  CHECK(full[2] == Approx(1));  // not beyond white
  CHECK(full[0] == Approx(0));
}

namespace {

struct Boxes : test::SysfsTree {
  Boxes() {
    for (int i = 1; i <= 6; ++i) {
      const auto bytes = test::jpeg_file(120, 80, i);
      raw_file("/images/" + std::to_string(i) + ".jpg", std::string(bytes.begin(), bytes.end()));
      file("/labels/" + std::to_string(i) + ".txt", std::to_string(i) + " 0.5 0.5 0.8 0.8");
    }
  }
  Dataset open(std::int64_t epochs) {
    BoxOptions options{64, 80, Decode::exact};
    options.augmented_epochs = epochs;
    return boxed_images(at("/").string(), options);
  }
};

// The classes of the boxes of one sample, over many draws.
std::vector<std::size_t> boxes_seen(const Dataset& set) {
  std::vector<std::size_t> seen(7);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Minibatch batch(set.fields, 1, plain_memory());
    Scratch scratch;
    Random random(seed);
    set.read(0, random, scratch);
    set.prepare(0, random, scratch, batch, 0);
    for (std::int64_t k = 0; k < kMostBoxes && batch.floats(1, 0)[5 * k] >= 0; ++k) {
      const float* box = batch.floats(1, 0) + 5 * k;
      ++seen[static_cast<std::size_t>(box[0])];
      CHECK((box[1] - box[3] / 2 > -1e-5 && box[1] + box[3] / 2 < 1 + 1e-5));
    }
    const float* pixels = batch.floats(0, 0);
    CHECK(std::all_of(pixels, pixels + 3 * 64 * 64, [](float v) { return v >= 0 && v <= 1; }));
  }
  return seen;
}

}  // namespace

TEST_CASE("a sample is a mosaic of itself and of others, but for the last ten epochs") {
  Boxes folder;
  const Dataset set = folder.open(12);
  set.begin_epoch(1);
  const auto tiled = boxes_seen(set);
  for (std::size_t label = 1; label <= 6; ++label) CHECK(tiled[label] > 0);
  CHECK(tiled[1] > tiled[2]);
  set.begin_epoch(2);
  const auto plain = boxes_seen(set);
  CHECK(plain[1] > 50);
  CHECK(plain[2] + plain[3] + plain[4] + plain[5] + plain[6] == 0);
  const Dataset brief = folder.open(3);  // a run that is too short for ten epochs without mosaic has none
  brief.begin_epoch(2);
  CHECK(boxes_seen(brief)[2] > 0);
}
