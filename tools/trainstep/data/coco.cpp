// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/coco.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/filesystem.hpp"
#include "io/regular_file.hpp"

namespace wattline::trainstep {

namespace {

constexpr float kGrey = 114 / 255.0F;  // what YOLO's tools fill the square with
constexpr std::size_t kValues = 5;     // of a box
constexpr std::uint64_t kMostLabelBytes = 16 << 20;

struct Files {
  std::string root;
  std::vector<std::string> names;  // under images/, without the ending
  std::vector<std::string> endings;
  std::string image(std::size_t i) const { return root + "/images/" + names[i] + endings[i]; }
  std::string label(std::size_t i) const { return root + "/labels/" + names[i] + ".txt"; }
};

Files list_files(const std::string& root) {
  const fs::path images = fs::path(root) / "images";
  if (!fs::is_directory(images))
    throw data_error(root + ": no folder images", "--data needs a folder with images/ and labels/");
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(images)) {
    if (is_jpeg_name(entry.path().string())) paths.push_back(fs::relative(entry.path(), images).string());
  }
  if (paths.empty()) throw data_error(images.string() + ": no JPEG files");
  std::sort(paths.begin(), paths.end());
  Files files{root, {}, {}};
  for (const std::string& path : paths) {
    const std::size_t dot = path.rfind('.');
    files.names.push_back(path.substr(0, dot));
    files.endings.push_back(path.substr(dot));
  }
  return files;
}

using Box = std::array<float, kValues>;

Box parse_box(const std::string& name, std::size_t line, std::string_view text, std::int64_t classes) {
  const auto fail = [&](const char* problem) {
    throw data_error(name + ": line " + std::to_string(line) + ": " + problem);
  };
  const std::vector<std::string_view> fields = split_blanks(text);
  if (fields.size() != kValues) fail("not five values");
  Box box{};
  for (std::size_t i = 0; i < kValues; ++i) {
    const auto value = to_double(fields[i]);
    if (!value) fail("not a number");
    box[i] = static_cast<float>(*value);
    if (i > 0 && (*value < 0 || *value > 1)) fail("a share is not between 0 and 1");
  }
  if (box[0] < 0 || box[0] >= static_cast<float>(classes)) fail("the class is out of range");
  return box;
}

std::vector<Box> parse_boxes(const std::string& name, const std::vector<std::uint8_t>& file, std::int64_t classes) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  std::vector<Box> boxes;
  std::size_t line = 0;
  for (const std::string_view part : split(text, '\n')) {
    ++line;
    if (!trim(part).empty() && boxes.size() < kMostBoxes) boxes.push_back(parse_box(name, line, part, classes));
  }
  return boxes;
}

// From shares of the image to shares of the square it was fitted into.
Box placed(Box box, const View& view, int side) {
  const auto fit = [side](float share, int scaled, bool is_place) {
    const float pad = is_place ? static_cast<float>((side - scaled) / 2) : 0;
    return (share * static_cast<float>(scaled) + pad) / static_cast<float>(side);
  };
  if (view.mirrored) box[1] = 1 - box[1];
  return {box[0], fit(box[1], view.scaled_width, true), fit(box[2], view.scaled_height, true),
          fit(box[3], view.scaled_width, false), fit(box[4], view.scaled_height, false)};
}

void store_boxes(const std::vector<Box>& boxes, const View& view, int side, float* out) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(kMostBoxes); ++k) {
    const Box box = k < boxes.size() ? placed(boxes[k], view, side) : Box{-1, 0, 0, 0, 0};
    std::copy(box.begin(), box.end(), out + k * kValues);
  }
}

ImageOptions square_options(const BoxOptions& options) {
  const auto fitted = [](ImageSize size, int side, Random& random) {
    View view = letterbox(size.width, size.height, side);
    view.mirrored = random.coin();
    return view;
  };
  return {options.side, options.decode, kPlain, fitted, 0};
}

}  // namespace

Dataset boxed_images(const std::string& path, const BoxOptions& options) {
  const auto files = std::make_shared<const Files>(list_files(path));
  const ImageOptions image = square_options(options);
  Dataset set;
  set.path = path;
  set.size = files->names.size();
  set.classes = options.classes;
  set.fields = {{"image", Element::f32, {3, options.side, options.side}},
                {"boxes", Element::f32, {kMostBoxes, kValues}}};
  set.file = [files](std::size_t i) { return files->image(i); };
  set.read = [files](std::size_t i, Scratch& scratch) {
    io::read_regular_file(files->image(i), scratch.file, kMostImageBytes);
    scratch.labels.clear();
    if (fs::exists(files->label(i))) io::read_regular_file(files->label(i), scratch.labels, kMostLabelBytes);
  };
  set.prepare = [=](std::size_t i, Random& random, Scratch& scratch, Minibatch& batch, std::size_t place) {
    float* out = batch.floats(0, place);
    std::fill_n(out, batch.fields()[0].elements(), kGrey);
    const View view = prepare_image(files->image(i), image, random, scratch, out);
    store_boxes(parse_boxes(files->label(i), scratch.labels, options.classes), view, options.side,
                batch.floats(1, place));
  };
  return set;
}

}  // namespace wattline::trainstep
