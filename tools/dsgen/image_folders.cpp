// SPDX-License-Identifier: Apache-2.0
#include "dsgen/image_folders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "dsgen/parallel.hpp"

namespace wattline::dsgen {

namespace {

constexpr std::size_t kImagesAtOnce = 64;  // images made between two prints of the manifest

void write_chunk(const fs::path& folder, const ImageSet& set, const Layout& layout, std::size_t begin, std::size_t end,
                 Manifest& manifest) {
  std::vector<std::int64_t> sizes(end - begin);
  parallel_for(begin, end, [&](std::size_t i) {
    const std::string data = set.jpeg(i);
    sizes[i - begin] = static_cast<std::int64_t>(data.size());
    write_file(folder / layout.name(i), data);
  });
  for (std::size_t i = begin; i < end; ++i) manifest.add(layout.name(i), layout.label(i), 1, sizes[i - begin]);
}

}  // namespace

void declare_image_folder(cli::App& app, ImageFolderOptions& options) {
  ImageSetOptions& images = options.images;
  declare_destination(app, options.destination);
  declare_count(app, images.count, images.seed);
  app.add_option("--classes", images.classes, "Number of classes").check(cli::between(1, 9999)).capture_default_str();
  app.add_option("--width", images.width, "Width of an image in pixels")
      .check(cli::between(16, 16384))
      .capture_default_str();
  app.add_option("--height", images.height, "Height of an image in pixels")
      .check(cli::between(16, 16384))
      .capture_default_str();
  cli::add_size(app, "--bytes", images.bytes, "Average size of a file");
}

int write_images(const std::string& folder, std::size_t count, const ImageSet& set, const Layout& layout,
                 cli::Context& context, Manifest& manifest) {
  context.info(fmt::format("JPEG quality {}, detail {:.3f}", set.quality(), set.detail()));
  for (std::size_t begin = 0; begin < count; begin += kImagesAtOnce) {
    write_chunk(folder, set, layout, begin, std::min(begin + kImagesAtOnce, count), manifest);
    if (context.signals.stop() != 0) return signal_status(context.signals.stop());
  }
  return to_int(ExitCode::ok);
}

}  // namespace wattline::dsgen
