// SPDX-License-Identifier: Apache-2.0
// dsgen boxes: images/NNNNNNNNNNNN.jpg with objects, and labels/NNNNNNNNNNNN.txt as YOLO's tools read them.
#include <fmt/format.h>

#include "base/random.hpp"
#include "dsgen/dsgen.hpp"
#include "dsgen/image_folders.hpp"
#include "dsgen/painted_boxes.hpp"
#include "io/filesystem.hpp"

namespace wattline::dsgen {

namespace {

void declare(cli::App& app, ImageFolderOptions& options) {
  options.images = {200, 80, 640, 480, 156'000, 1, {}};
  declare_image_folder(app, options);
}

std::vector<Box> boxes_of(const ImageSetOptions& images, std::size_t i) {
  return make_boxes(images.classes, mix64(images.seed, i));
}

void write_labels(const fs::path& folder, const ImageSetOptions& images, Manifest& manifest) {
  for (std::size_t i = 0; i < images.count; ++i) {
    const std::string name = fmt::format("labels/{:012}.txt", i), text = label_text(boxes_of(images, i));
    write_file(folder / name, text);
    manifest.add(name, {}, {}, static_cast<std::int64_t>(text.size()));
  }
}

int boxes(const ImageFolderOptions& options, cli::Context& context) {
  const fs::path folder = options.destination.folder;
  Manifest manifest(context, options.destination);
  ImageSetOptions images = options.images;
  images.paint = [&options](std::size_t i, YccImage& image) { paint_boxes(boxes_of(options.images, i), image); };
  for (const char* part : {"images", "labels"}) make_folder(folder / part);
  const ImageSet set(images);
  const Layout layout{[](std::size_t i) { return fmt::format("images/{:012}.jpg", i); },
                      [](std::size_t) { return std::optional<std::int64_t>(); }};
  const int status = write_images(folder.string(), images.count, set, layout, context, manifest);
  if (status == 0) write_labels(folder, images, manifest);
  return status;
}

}  // namespace

cli::Subcommand boxes_subcommand() {
  return cli::subcommand("boxes", "JPEG images with objects, YOLO's text labels (COCO)", declare, boxes);
}

}  // namespace wattline::dsgen
