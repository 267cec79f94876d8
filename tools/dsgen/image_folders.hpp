// SPDX-License-Identifier: Apache-2.0
// Folders of JPEG files: what the subcommands images, landmarks and boxes have in common.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "dsgen/image_set.hpp"
#include "dsgen/manifest.hpp"

namespace wattline::dsgen {

struct ImageFolderOptions {
  Destination destination;
  ImageSetOptions images;
};
void declare_image_folder(cli::App& app, ImageFolderOptions& options);

// How a set of images is laid out in its folder.
struct Layout {
  std::function<std::string(std::size_t)> name;
  std::function<std::optional<std::int64_t>(std::size_t)> label;
};

// Writes `count` images of the set. 0, or 128 + N when signal N stopped it.
int write_images(const std::string& folder, std::size_t count, const ImageSet& set, const Layout& layout,
                 cli::Context& context, Manifest& manifest);

}  // namespace wattline::dsgen
