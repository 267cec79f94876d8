// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/image_folder.hpp"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <memory>

#include "base/error.hpp"
#include "io/attribute.hpp"
#include "trainstep/data/file.hpp"

namespace wattline::trainstep {

namespace fs = boost::filesystem;

namespace {

struct Listing {
  std::string root;
  std::vector<std::string> folders;
  std::vector<std::string> names;  // of files, folder by folder
  std::vector<std::int32_t> labels;
  std::string path(std::size_t i) const {
    return root + '/' + folders[static_cast<std::size_t>(labels[i])] + '/' + names[i];
  }
};

bool is_jpeg(const std::string& name) {
  std::string ending = fs::path(name).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return ending == ".jpg" || ending == ".jpeg";
}

Listing list_images(const std::string& root) {
  boost::system::error_code error;
  if (!fs::is_directory(root, error))
    throw data_error(root + ": is not a folder", "--data needs a folder with a folder per class");
  Listing listing{root, {}, {}, {}};
  for (const std::string& folder : io::list_directory(root)) {
    if (!fs::is_directory(fs::path(root) / folder, error)) continue;
    const auto label = static_cast<std::int32_t>(listing.folders.size());
    listing.folders.push_back(folder);
    for (std::string& name : io::list_directory(fs::path(root) / folder)) {
      if (!is_jpeg(name)) continue;
      listing.names.push_back(std::move(name));
      listing.labels.push_back(label);
    }
  }
  if (listing.names.empty())
    throw data_error(root + ": no JPEG files in class folders", "expected FOLDER/CLASS/NAME.jpg");
  return listing;
}

}  // namespace

Dataset image_folder(const std::string& path, const ImageOptions& options) {
  const auto listing = std::make_shared<const Listing>(list_images(path));
  Dataset set;
  set.path = path;
  set.size = listing->names.size();
  set.classes = static_cast<std::int64_t>(listing->folders.size());
  set.fields = {{"image", Element::f32, {3, options.side, options.side}}, {"label", Element::i64, {}}};
  set.read = [listing](std::size_t i, Scratch& scratch) { read_file(listing->path(i), scratch.file); };
  set.prepare = [listing, options](std::size_t i, Random& random, Scratch& scratch, Batch& batch, std::size_t place) {
    const auto choose = [&](PictureSize size) { return options.view(size, options.side, random); };
    const View view =
        decode_jpeg(scratch.file.data(), scratch.file.size(), listing->path(i), options.decode, choose, scratch.image);
    resize(scratch.image, view, options.normalisation, batch.floats(0, place), scratch.resize);
    *batch.integers(1, place) = listing->labels[i];
  };
  return set;
}

}  // namespace wattline::trainstep
