// SPDX-License-Identifier: Apache-2.0
// dsgen landmarks: JPEG images in one folder, names of 16 hexadecimal digits, labels in train.csv, as users of GLD-23k
// keep that set.
#include <fmt/format.h>

#include "base/random.hpp"
#include "dsgen/dsgen.hpp"
#include "dsgen/image_folders.hpp"

namespace wattline::dsgen {

namespace {

void declare(cli::App& app, ImageFolderOptions& options) {
  options.images.classes = 203;
  declare_image_folder(app, options);
}

int landmarks(const ImageFolderOptions& options, cli::Context& context) {
  const std::string& folder = options.destination.folder;
  const ImageSetOptions& images = options.images;
  Manifest manifest(context, options.destination);
  const ImageSet set(images);
  const auto id = [&](std::size_t i) { return fmt::format("{:016x}", mix64(images.seed, i, 3)); };
  std::string table = "user_id,image_id,class\n";
  for (std::size_t i = 0; i < images.count; ++i) table += fmt::format("{},{},{}\n", i % 233, id(i), set.label(i));
  write_file(fs::path(folder) / "train.csv", table);
  const Layout layout{[&](std::size_t i) { return id(i) + ".jpg"; }, [&set](std::size_t i) { return set.label(i); }};
  const int status = write_images(folder, images.count, set, layout, context, manifest);
  manifest.add("train.csv", {}, {}, static_cast<std::int64_t>(table.size()));
  return status;
}

}  // namespace

cli::Subcommand landmarks_subcommand() {
  return cli::subcommand("landmarks", "JPEG images in one folder, labels in train.csv (GLD-23k)", declare, landmarks);
}

}  // namespace wattline::dsgen
