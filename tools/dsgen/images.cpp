// SPDX-License-Identifier: Apache-2.0
// dsgen images: JPEG images as cLLLL/NNNNNN.jpg, one folder per class, as torchvision's ImageFolder reads them.
#include <fmt/format.h>

#include "dsgen/dsgen.hpp"
#include "dsgen/image_folders.hpp"
#include "io/filesystem.hpp"

namespace wattline::dsgen {

namespace {

int images(const ImageFolderOptions& options, cli::Context& context) {
  const std::string& folder = options.destination.folder;
  Manifest manifest(context, options.destination);
  const ImageSet set(options.images);
  for (int label = 0; label < options.images.classes; ++label) {
    make_folder(fs::path(folder) / fmt::format("c{:04}", label));
  }
  const Layout layout{[&set](std::size_t i) { return fmt::format("c{:04}/{:06}.jpg", set.label(i), i); },
                      [&set](std::size_t i) { return set.label(i); }};
  return write_images(folder, options.images.count, set, layout, context, manifest);
}

}  // namespace

cli::Subcommand images_subcommand() {
  return cli::subcommand("images", "JPEG images, one folder per class", declare_image_folder, images);
}

}  // namespace wattline::dsgen
