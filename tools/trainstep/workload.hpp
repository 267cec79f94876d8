// SPDX-License-Identifier: Apache-2.0
// The workloads by name: network, data format, optimizer and order as published or as their authors ran them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "trainstep/data/dataset.hpp"
#include "trainstep/data/jpeg.hpp"
#include "trainstep/net/trainer.hpp"

namespace wattline::trainstep {

// How samples are prepared and ordered where that is not the workload's own way.
enum class Preset {
  srfp2024,    // as the authors of the 2024 report ran ResNet-18: resized to 256, central 224, in order
  ultralytics  // as the authors of YOLOv8 train it: augmentations, optimizer and schedule
};

// What a workload's samples are, which decides about the options that they can take.
enum class Samples { arrays, images, landmarks, boxes, text, language };

struct DataOptions {
  std::string path, labels, validation;  // validation: the path of another set
  std::string decoder;                   // a shared library; empty = libjpeg
  std::optional<Preset> preset;
  JpegOptions jpeg{};
  std::int64_t length = 0, vocabulary = 0, image_size = 0;  // 0 = the workload's own
  std::int64_t epochs = 1;                                  // of the run: augmentations may end before the last ones
  std::size_t samples = 10'000;                             // of a synthetic set
};

struct Workload {
  std::string name, data;  // data: what --data must name, for people
  Samples samples;
  OptimizerOptions optimizer;
  bool shuffled = true;
  std::int64_t classes = 0;  // of its head; 0 = no classes
  std::function<Dataset(const DataOptions&)> open, synthetic;
  // Another set of the same format, without random changes of its samples.
  std::function<Dataset(const DataOptions&)> open_validation;
  // The validation set in the folder of the training set; empty = such folders have none.
  std::function<Dataset(const DataOptions&)> own_validation{};
};

const std::vector<Workload>& workloads();
std::vector<std::string> workload_names();
// Throws a usage error with the nearest name.
const Workload& find_workload(const std::string& name);
// Throws a usage error when an option was given and none of the workloads has such samples.
void require_samples(const std::vector<std::string>& names, bool given, const std::string& option,
                     std::initializer_list<Samples> takers, const std::string& of = "the data of ");
// Throws a usage error when options say something about samples that none of the workloads has.
void check_data_options(const std::vector<std::string>& names, const DataOptions& options);
// Opens --data or makes a synthetic set; refuses labels that the network's head does not have.
Dataset open_dataset(const Workload& workload, const DataOptions& options, bool synthetic);
// The set of --validate-data, or without it that in the folder of --data or a synthetic one. Throws a usage error when
// the workload's data has none.
Dataset open_validation_set(const Workload& workload, const DataOptions& options, bool synthetic);

}  // namespace wattline::trainstep
