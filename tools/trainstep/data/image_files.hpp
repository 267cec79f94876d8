// SPDX-License-Identifier: Apache-2.0
// The image files of a folder, and what of it is left out.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace wattline::trainstep {

// Names that end in .jpg, .jpeg or .png, in any case.
bool is_image_name(const std::string& name);

// What a folder holds that no sample is made of.
struct LeftOut {
  std::map<std::string, std::int64_t> endings;  // number of files, by their endings in lower case
  std::vector<std::string> folders;             // that gave no image, with the reason
  std::int64_t outside = 0;                     // images outside the folders of classes
  void add(const LeftOut& other);
};

// What would be a sample for other loaders, or was not looked at: images of other formats, and folders that were not
// entered. Empty if there is nothing.
std::string left_out_images(const LeftOut& left_out);
// Other files.
std::string left_out_files(const LeftOut& left_out);

struct ImageFiles {
  std::vector<std::string> names;  // relative to the folder
  LeftOut left_out;
};

// Those of the folder itself, sorted; folders in it are not entered.
ImageFiles images_in(const std::string& folder);

// Those of the folder and of all below it, in the order of torchvision's ImageFolder: sorted by folder, then by name.
// Symbolic links are followed, unless they lead to a folder above.
ImageFiles images_under(const std::string& folder);

// The same in the order of Ultralytics: sorted by path. Hidden files and folders are not looked at.
ImageFiles visible_images_under(const std::string& folder);

}  // namespace wattline::trainstep
