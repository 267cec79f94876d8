// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/image_folder.hpp"

#include <algorithm>
#include <iterator>
#include <memory>

#include "base/error.hpp"
#include "io/attribute.hpp"
#include "io/file_name.hpp"
#include "io/filesystem.hpp"
#include "io/regular_file.hpp"
#include "trainstep/data/image_files.hpp"
#include "trainstep/data/image_labels.hpp"

namespace wattline::trainstep {

namespace {

struct Listing {
  std::string root;
  std::vector<std::string> folders;
  std::vector<std::string> names;  // of files, folder by folder
  std::vector<std::int32_t> labels;
  LeftOut left_out{};
  std::string path(std::size_t i) const {
    if (folders.empty()) return root + '/' + names[i];
    return root + '/' + folders[static_cast<std::size_t>(labels[i])] + '/' + names[i];
  }
};

bool is_folder(const fs::path& path) {
  const auto status = io::file_status(path.string());
  return status && S_ISDIR(status->st_mode);
}

void require_folder(const std::string& path, const char* hint) {
  if (!is_folder(path)) throw data_error(path + ": is not a folder", hint);
}

void add_class(const std::string& folder, Listing& listing) {
  ImageFiles images = images_under(listing.root + '/' + folder);
  for (std::string& name : images.left_out.folders) name.insert(0, folder + '/');
  if (images.names.empty()) images.left_out.folders.push_back(folder + " (a class without images)");
  const auto label = static_cast<std::int32_t>(listing.folders.size());
  listing.folders.push_back(folder);
  listing.labels.insert(listing.labels.end(), images.names.size(), label);
  std::move(images.names.begin(), images.names.end(), std::back_inserter(listing.names));
  listing.left_out.add(images.left_out);
}

// What to do about a folder without class folders. A table beside the images may have their classes.
std::string hint_for(const std::string& root, const LeftOut& left_out) {
  if (left_out.outside == 0) {
    const std::string others = left_out_images(left_out);
    return "expected FOLDER/CLASS/NAME.jpg" + (others.empty() ? "" : "; left out: " + others);
  }
  std::string table = "FILE";
  for (const std::string& name : io::list_directory(root)) {
    if (io::file_suffix(name) == ".csv") table = name;
  }
  return "its images are in one folder: name their classes with --labels " + table;
}

Listing list_images(const std::string& root) {
  require_folder(root, "--data needs a folder with a folder per class");
  Listing listing{root, {}, {}, {}};
  for (const std::string& folder : io::list_directory(root)) {
    if (is_folder(fs::path(root) / folder)) {
      add_class(folder, listing);
    } else if (is_image_name(folder)) {
      ++listing.left_out.outside;
    }
  }
  if (!listing.names.empty()) return listing;
  throw data_error(root + ": no JPEG or PNG files in class folders", hint_for(root, listing.left_out));
}

Dataset dataset_of(Listing files, std::int64_t classes, const ImageOptions& options) {
  const auto listing = std::make_shared<const Listing>(std::move(files));
  Dataset set;
  set.path = listing->root;
  set.size = listing->names.size();
  set.classes = classes;
  set.left_out_images = left_out_images(listing->left_out);
  set.left_out_files = left_out_files(listing->left_out);
  set.fields = {{"image", Element::f32, {3, options.side, options.side}}, {"label", Element::i64, {}}};
  set.file = [listing](std::size_t i) { return listing->path(i); };
  set.read = [listing](std::size_t i, Random&, Scratch& scratch) {
    io::read_regular_file(listing->path(i), scratch.file, kMostImageBytes);
  };
  set.prepare = [listing, options](std::size_t i, Random& random, Scratch& scratch, Minibatch& batch,
                                   std::size_t place) {
    prepare_image(listing->path(i), options, random, scratch, batch.floats(0, place));
    *batch.integers(1, place) = listing->labels[i];
  };
  return set;
}

}  // namespace

Dataset image_folder(const std::string& path, const ImageOptions& options) {
  Listing listing = list_images(path);
  const auto classes = static_cast<std::int64_t>(listing.folders.size());
  return dataset_of(std::move(listing), classes, options);
}

Dataset labelled_images(const std::string& path, const std::string& labels, const ImageOptions& options) {
  require_folder(path, "--data needs the folder of the images that --labels names");
  ImageLabels table = read_image_labels(path, labels);
  Dataset set = dataset_of({path, {}, std::move(table.names), std::move(table.labels), std::move(table.left_out)},
                           table.classes, options);
  set.torn_file = table.torn_file;
  return set;
}

}  // namespace wattline::trainstep
