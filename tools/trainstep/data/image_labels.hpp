// SPDX-License-Identifier: Apache-2.0
// Tables with the classes of images that lie in one folder.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "trainstep/data/image_files.hpp"

namespace wattline::trainstep {

struct ImageLabels {
  std::vector<std::string> names;    // of the files
  std::vector<std::int32_t> labels;  // of each file
  std::int64_t classes = 0;          // the largest label and one
  LeftOut left_out{};                // where a folder was searched for images
  std::string torn_file{};           // the table, when its incomplete last row was left out
};

// `table` is looked up as given, then in `folder`. It is one of these:
//   a CSV file with the columns image_id (a file's name, with or without its ending) and class. Classes that are no
//   numbers are names, which are numbered in alphabetical order;
//   ILSVRC's ground truth: one number from 1 per line, for the images of the folder in the order of their names.
// Throws a data error that names the table.
ImageLabels read_image_labels(const std::string& folder, const std::string& table);

}  // namespace wattline::trainstep
