// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/image_folder.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/filesystem.hpp"
#include "io/regular_file.hpp"
#include "trainstep/data/csv_reader.hpp"

namespace wattline::trainstep {

namespace {

struct Listing {
  std::string root;
  std::vector<std::string> folders;
  std::vector<std::string> names;  // of files, folder by folder
  std::vector<std::int32_t> labels;
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

Listing list_images(const std::string& root) {
  require_folder(root, "--data needs a folder with a folder per class");
  Listing listing{root, {}, {}, {}};
  for (const std::string& folder : io::list_directory(root)) {
    if (!is_folder(fs::path(root) / folder)) continue;
    const auto label = static_cast<std::int32_t>(listing.folders.size());
    listing.folders.push_back(folder);
    for (std::string& name : io::list_directory(fs::path(root) / folder)) {
      if (!is_jpeg_name(name)) continue;
      listing.names.push_back(std::move(name));
      listing.labels.push_back(label);
    }
  }
  if (listing.names.empty())
    throw data_error(root + ": no JPEG files in class folders", "expected FOLDER/CLASS/NAME.jpg");
  return listing;
}

Dataset dataset_of(Listing files, std::int64_t classes, const ImageOptions& options) {
  const auto listing = std::make_shared<const Listing>(std::move(files));
  Dataset set;
  set.path = listing->root;
  set.size = listing->names.size();
  set.classes = classes;
  set.fields = {{"image", Element::f32, {3, options.side, options.side}}, {"label", Element::i64, {}}};
  set.file = [listing](std::size_t i) { return listing->path(i); };
  set.read = [listing](std::size_t i, Scratch& scratch) {
    io::read_regular_file(listing->path(i), scratch.file, kMostImageBytes);
  };
  set.prepare = [listing, options](std::size_t i, Random& random, Scratch& scratch, Minibatch& batch,
                                   std::size_t place) {
    prepare_image(listing->path(i), options, random, scratch, batch.floats(0, place));
    *batch.integers(1, place) = listing->labels[i];
  };
  return set;
}

std::string find_labels(const std::string& path, const std::string& labels) {
  if (labels.empty()) throw usage_error("--labels is required", "name a CSV file with the columns image_id and class");
  for (const std::string& candidate : {labels, path + '/' + labels}) {
    if (fs::exists(candidate)) return candidate;
  }
  throw data_error(labels + ": no such file, neither as given nor in " + path);
}

void add_row(const std::string& file, std::int64_t line, const std::vector<std::string>& fields,
             const std::array<std::size_t, 2>& columns, Listing& listing) {
  const auto fail = [&](const char* problem) {
    throw data_error(file + ": line " + std::to_string(line) + ": " + problem);
  };
  if (fields.size() <= std::max(columns[0], columns[1])) fail("too few fields");
  const auto label = to_int64(fields[columns[1]]);
  if (!label || *label < 0 || *label > 1'000'000) fail("class is not a number from 0");
  const std::string& name = fields[columns[0]];
  listing.names.push_back(is_jpeg_name(name) ? name : name + ".jpg");
  listing.labels.push_back(static_cast<std::int32_t>(*label));
}

}  // namespace

Dataset image_folder(const std::string& path, const ImageOptions& options) {
  Listing listing = list_images(path);
  const auto classes = static_cast<std::int64_t>(listing.folders.size());
  return dataset_of(std::move(listing), classes, options);
}

Dataset labelled_images(const std::string& path, const std::string& labels, const ImageOptions& options) {
  require_folder(path, "--data needs the folder of the images that --labels names");
  const std::string file = find_labels(path, labels);
  CsvReader csv(file);
  const std::array<std::size_t, 2> columns{csv.require("image_id"), csv.require("class")};
  Listing listing{path, {}, {}, {}};
  std::int64_t most = -1;
  while (csv.next()) {
    add_row(file, csv.line(), csv.fields(), columns, listing);
    most = std::max<std::int64_t>(most, listing.labels.back());
  }
  if (listing.names.empty()) throw data_error(file + ": no row names an image");
  Dataset set = dataset_of(std::move(listing), most + 1, options);
  if (csv.torn()) set.torn_file = file;
  return set;
}

}  // namespace wattline::trainstep
