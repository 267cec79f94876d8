// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/coco.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/filesystem.hpp"
#include "io/regular_file.hpp"
#include "trainstep/data/image_files.hpp"
#include "trainstep/data/mosaic.hpp"

namespace wattline::trainstep {

namespace {

constexpr float kGrey = 114 / 255.0F;  // what YOLO's tools fill the square with
constexpr std::size_t kValues = 5;     // of a box
constexpr std::uint64_t kMostLabelBytes = 16 << 20;
constexpr std::int64_t kUntiledEpochs = 10;  // at the end of a run; a shorter run has none

struct Files {
  std::string root;
  std::vector<std::string> names;  // under images/, without the ending
  std::vector<std::string> endings;
  LeftOut left_out;
  std::string image(std::size_t i) const { return root + "/images/" + names[i] + endings[i]; }
  std::string label(std::size_t i) const { return root + "/labels/" + names[i] + ".txt"; }
};

Files list_files(const std::string& root) {
  const fs::path images = fs::path(root) / "images";
  if (!fs::is_directory(images))
    throw data_error(root + ": no folder images", "--data needs a folder with images/ and labels/");
  ImageFiles found = visible_images_under(images.string());
  if (found.names.empty()) throw data_error(images.string() + ": no JPEG or PNG files");
  Files files{root, {}, {}, std::move(found.left_out)};
  for (const std::string& path : found.names) {
    const std::size_t dot = path.rfind('.');
    files.names.push_back(path.substr(0, dot));
    files.endings.push_back(path.substr(dot));
  }
  return files;
}

ObjectBox parse_box(const std::string& name, std::size_t line, std::string_view text, std::int64_t classes) {
  const auto fail = [&](const char* problem) {
    throw data_error(name + ": line " + std::to_string(line) + ": " + problem);
  };
  const std::vector<std::string_view> fields = split_blanks(text);
  if (fields.size() != kValues) fail("not five values");
  ObjectBox box{};
  for (std::size_t i = 0; i < kValues; ++i) {
    const auto value = to_double(fields[i]);
    if (!value) fail("not a number");
    box[i] = static_cast<float>(*value);
    if (i > 0 && (*value < 0 || *value > 1)) fail("a share is not between 0 and 1");
  }
  if (box[0] < 0 || box[0] >= static_cast<float>(classes)) fail("the class is out of range");
  return box;
}

std::vector<ObjectBox> parse_boxes(const std::string& name, const std::vector<std::uint8_t>& file,
                                   std::int64_t classes) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  std::vector<ObjectBox> boxes;
  std::size_t line = 0;
  for (const std::string_view part : split(text, '\n')) {
    ++line;
    if (!trim(part).empty() && boxes.size() < kMostBoxes) boxes.push_back(parse_box(name, line, part, classes));
  }
  return boxes;
}

// From shares of the image to shares of the square it was fitted into.
ObjectBox placed(ObjectBox box, const View& view, int side) {
  const auto fit = [side](float share, int scaled, bool is_place) {
    const float pad = is_place ? static_cast<float>((side - scaled) / 2) : 0;
    return (share * static_cast<float>(scaled) + pad) / static_cast<float>(side);
  };
  if (view.mirrored) box[1] = 1 - box[1];
  return {box[0], fit(box[1], view.scaled_width, true), fit(box[2], view.scaled_height, true),
          fit(box[3], view.scaled_width, false), fit(box[4], view.scaled_height, false)};
}

ImageOptions square_options(const BoxOptions& options) {
  const auto fitted = [mirrored = options.mirrored](ImageSize size, int side, Random& random) {
    View view = letterbox(size.width, size.height, side);
    view.mirrored = mirrored && random.coin();
    return view;
  };
  return {options.side, options.jpeg, kPlain, fitted, 0, ReadAs::opencv};
}

using Bytes = std::vector<std::uint8_t>;

void read_files(const Files& files, std::size_t i, Bytes& image, Bytes& labels) {
  io::read_regular_file(files.image(i), image, kMostImageBytes);
  labels.clear();
  if (fs::exists(files.label(i))) io::read_regular_file(files.label(i), labels, kMostLabelBytes);
}

// The images of the mosaic: the sample itself, and others at random.
void read_tiles(const Files& files, std::size_t i, std::size_t count, Random& random, Scratch& scratch) {
  scratch.tiles.resize(count);
  for (Scratch::Tile& tile : scratch.tiles) {
    tile.sample = &tile == &scratch.tiles.front() ? i : random.below(files.names.size());
    read_files(files, tile.sample, tile.file, tile.labels);
  }
}

// Draws a tile and adds its boxes, as far as they are seen.
void add_tile(const Files& files, const BoxOptions& options, const Mosaic& mosaic, std::size_t number, Scratch& scratch,
              float* out, std::vector<ObjectBox>& boxes) {
  const Scratch::Tile& source = scratch.tiles[number];
  const std::string name = files.image(source.sample);
  Tile tile;
  VisibleTile part;
  const auto choose = [&](ImageSize size) {
    tile = place_tile(mosaic, number, size);
    part = visible_part(mosaic, tile, size);
    return part.view;
  };
  const View view = decode_image(source.file, name, options.jpeg, ReadAs::opencv, choose, scratch.image);
  const bool seen = view.window.width > 0 && view.window.height > 0;
  if (seen) resize(scratch.image, view, kPlain, {out, options.side, options.side, part.x, part.y}, scratch.resize);
  for (ObjectBox box : parse_boxes(files.label(source.sample), source.labels, options.classes)) {
    if (place_box(mosaic, tile, box) && boxes.size() < kMostBoxes) boxes.push_back(box);
  }
}

Dataset box_set(const Files& files, const BoxOptions& options) {
  Dataset set;
  set.path = files.root;
  set.left_out_images = left_out_images(files.left_out);
  set.left_out_files = left_out_files(files.left_out);
  set.size = files.names.size();
  set.classes = options.classes;
  set.fields = {{"image", Element::f32, {3, options.side, options.side}},
                {"boxes", Element::f32, {kMostBoxes, kValues}}};
  return set;
}

void store(const std::vector<ObjectBox>& boxes, float* out) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(kMostBoxes); ++k) {
    const ObjectBox box = k < boxes.size() ? boxes[k] : ObjectBox{-1, 0, 0, 0, 0};
    std::copy(box.begin(), box.end(), out + k * kValues);
  }
}

void prepare_plainly(const std::shared_ptr<const Files>& files, const BoxOptions& options, Dataset& set) {
  const ImageOptions image = square_options(options);
  set.read = [files](std::size_t i, Random&, Scratch& scratch) { read_files(*files, i, scratch.file, scratch.labels); };
  set.prepare = [=](std::size_t i, Random& random, Scratch& scratch, Minibatch& batch, std::size_t place) {
    float* out = batch.floats(0, place);
    std::fill_n(out, batch.fields()[0].elements(), kGrey);
    const View view = prepare_image(files->image(i), image, random, scratch, out);
    std::vector<ObjectBox> boxes = parse_boxes(files->label(i), scratch.labels, options.classes);
    for (ObjectBox& box : boxes) box = placed(box, view, options.side);
    store(boxes, batch.floats(1, place));
  };
}

void prepare_augmented(const std::shared_ptr<const Files>& files, const BoxOptions& options, Dataset& set) {
  const auto tiled = std::make_shared<std::atomic<bool>>(true);
  set.begin_epoch = [=](std::uint64_t epoch) {
    const auto done = static_cast<std::int64_t>(epoch);
    *tiled = options.augmented_epochs < kUntiledEpochs || done < options.augmented_epochs - kUntiledEpochs;
  };
  set.read = [=](std::size_t i, Random& random, Scratch& scratch) {
    read_tiles(*files, i, *tiled ? 4 : 1, random, scratch);
  };
  set.prepare = [=](std::size_t, Random& random, Scratch& scratch, Minibatch& batch, std::size_t place) {
    float* out = batch.floats(0, place);
    std::fill_n(out, batch.fields()[0].elements(), kGrey);
    const Mosaic mosaic = random_mosaic(options.side, scratch.tiles.size() > 1, random);
    std::vector<ObjectBox> boxes;
    for (std::size_t k = 0; k < mosaic.tiles(); ++k) add_tile(*files, options, mosaic, k, scratch, out, boxes);
    jitter_colours(mosaic.colours, out, batch.fields()[0].elements() / 3);
    store(boxes, batch.floats(1, place));
  };
}

}  // namespace

Dataset boxed_images(const std::string& path, const BoxOptions& options) {
  const auto files = std::make_shared<const Files>(list_files(path));
  Dataset set = box_set(*files, options);
  set.file = [files](std::size_t i) { return files->image(i); };
  if (options.augmented_epochs > 0) {
    prepare_augmented(files, options, set);
  } else {
    prepare_plainly(files, options, set);
  }
  return set;
}

}  // namespace wattline::trainstep
