// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/synthetic.hpp"

#include <algorithm>

#include "trainstep/data/coco.hpp"

namespace wattline::trainstep {

namespace {

Dataset named(std::size_t size, std::int64_t classes, std::vector<SampleField> fields) {
  Dataset set;
  set.path = "synthetic";
  set.size = size;
  set.classes = classes;
  set.fields = std::move(fields);
  set.read = [](std::size_t, Random&, Scratch&) {};
  return set;
}

void fill_noise(Random& random, float offset, float* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = offset + static_cast<float>(random.uniform(-0.5, 0.5));
}

}  // namespace

Dataset synthetic_images(std::size_t size, std::int64_t channels, int side, std::int64_t classes) {
  Dataset set = named(size, classes, {{"image", Element::f32, {channels, side, side}}, {"label", Element::i64, {}}});
  set.prepare = [classes](std::size_t i, Random& random, Scratch&, Minibatch& batch, std::size_t place) {
    const auto label = static_cast<std::int64_t>(i) % std::min<std::int64_t>(classes, 10);
    fill_noise(random, static_cast<float>(label) / 4 - 1, batch.floats(0, place), batch.fields()[0].elements());
    *batch.integers(1, place) = label;
  };
  return set;
}

Dataset synthetic_boxes(std::size_t size, int side, std::int64_t classes) {
  Dataset set =
      named(size, classes, {{"image", Element::f32, {3, side, side}}, {"boxes", Element::f32, {kMostBoxes, 5}}});
  set.prepare = [=](std::size_t i, Random& random, Scratch&, Minibatch& batch, std::size_t place) {
    float *image = batch.floats(0, place), *boxes = batch.floats(1, place);
    std::fill_n(image, batch.fields()[0].elements(), 0.0F);
    for (std::int64_t k = 0; k < 5 * kMostBoxes; ++k) boxes[k] = k % 5 == 0 ? -1.0F : 0.0F;
    const int square = side / 4;
    const int x = static_cast<int>(random.below(static_cast<std::uint64_t>(side - square)));
    const int y = static_cast<int>(random.below(static_cast<std::uint64_t>(side - square)));
    const auto label = static_cast<std::int64_t>(i) % std::min<std::int64_t>(classes, 4);
    for (int row = 0; row < 3 * side; ++row) {
      if (row % side < y || row % side >= y + square) continue;
      std::fill_n(image + row * side + x, square, 0.25F + 0.25F * static_cast<float>(label));
    }
    const auto share = [side](double pixels) { return static_cast<float>(pixels / side); };
    const float box[5] = {static_cast<float>(label), share(x + square / 2.0), share(y + square / 2.0), share(square),
                          share(square)};
    std::copy(box, box + 5, boxes);
  };
  return set;
}

Dataset synthetic_text(std::size_t size, std::int64_t length, std::int64_t vocabulary) {
  Dataset set = named(size, 0, {{"tokens", Element::i64, {length}}, {"following", Element::i64, {length}}});
  set.prepare = [=](std::size_t, Random& random, Scratch&, Minibatch& batch, std::size_t place) {
    const std::int64_t words = std::min<std::int64_t>(vocabulary, 50);
    auto word = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(words)));
    for (std::int64_t k = 0; k < length; ++k) {
      batch.integers(0, place)[k] = word;
      word = (7 * word + 3) % words;
      batch.integers(1, place)[k] = word;
    }
  };
  return set;
}

Dataset synthetic_questions(std::size_t size, std::int64_t length, std::int64_t vocabulary) {
  Dataset set = named(size, 0,
                      {{"ids", Element::i64, {length}},
                       {"mask", Element::i64, {length}},
                       {"types", Element::i64, {length}},
                       {"start", Element::i64, {}},
                       {"end", Element::i64, {}}});
  set.prepare = [=](std::size_t, Random& random, Scratch&, Minibatch& batch, std::size_t place) {
    constexpr std::int64_t kFirst = 1, kLast = 2, kWords = 3;
    for (std::int64_t k = 0; k < length; ++k) {
      batch.integers(0, place)[k] =
          kWords + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(vocabulary - kWords)));
      batch.integers(1, place)[k] = 1;
      batch.integers(2, place)[k] = k < length / 4 ? 0 : 1;
    }
    const auto first = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(length - 1)));
    const auto last = first + 1;
    batch.integers(0, place)[first] = kFirst;
    batch.integers(0, place)[last] = kLast;
    *batch.integers(3, place) = first;
    *batch.integers(4, place) = last;
  };
  return set;
}

}  // namespace wattline::trainstep
