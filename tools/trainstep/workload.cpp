// SPDX-License-Identifier: Apache-2.0
#include "trainstep/workload.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "trainstep/data/cifar10.hpp"
#include "trainstep/data/coco.hpp"
#include "trainstep/data/image_folder.hpp"
#include "trainstep/data/mnist.hpp"
#include "trainstep/data/synthetic.hpp"
#include "trainstep/data/token_files.hpp"

namespace wattline::trainstep {

namespace {

constexpr std::int64_t kSampleTokens = 64;  // of a language model's sample

using Opener = std::function<Dataset(const DataOptions&)>;

std::int64_t or_default(std::int64_t value, std::int64_t published) {
  return value > 0 ? value : published;
}

Dataset open_images(const DataOptions& o, const ImageOptions& images) {
  return o.labels.empty() ? image_folder(o.path, images) : labelled_images(o.path, o.labels, images);
}
Dataset open_folder(const DataOptions& o) {
  return open_images(o, o.preset == Preset::srfp2024 ? fixed_options(o.jpeg) : imagenet_options(o.jpeg));
}
Dataset open_centres(const DataOptions& o) {
  return open_images(o, fixed_options(o.jpeg));
}
Dataset open_landmarks(const DataOptions& o) {
  return open_images(o, landmark_options(o.jpeg));
}

int side_of(const DataOptions& o) {
  return static_cast<int>(or_default(o.image_size, 320));
}
Dataset open_boxes(const DataOptions& o) {
  BoxOptions boxes{side_of(o), 80, o.jpeg};
  if (o.preset == Preset::ultralytics) boxes.augmented_epochs = o.epochs;
  return boxed_images(o.path, boxes);
}
Dataset open_plain_boxes(const DataOptions& o) {
  BoxOptions boxes{side_of(o), 80, o.jpeg};
  boxes.mirrored = false;
  return boxed_images(o.path, boxes);
}
Dataset open_text(const DataOptions& o) {
  return running_text(o.path, {o.length, o.vocabulary});
}
// Of a language model with the published vocabulary.
Opener open_tokens(std::int64_t vocabulary) {
  return [=](const DataOptions& o) {
    return token_stream(o.path, {or_default(o.length, kSampleTokens), or_default(o.vocabulary, vocabulary)});
  };
}
Dataset open_questions(const DataOptions& o) {
  return questions(o.path, {o.length, o.vocabulary});
}
Dataset open_digits(const DataOptions& o) {
  return mnist(o.path);
}
Dataset open_test_digits(const DataOptions& o) {
  return mnist(o.path, SetPart::validation);
}
Dataset open_cifar(const DataOptions& o) {
  return cifar10(o.path);
}
Dataset open_test_cifar(const DataOptions& o) {
  return cifar10(o.path, SetPart::validation);
}

Opener images(std::int64_t channels, int side, std::int64_t classes) {
  return [=](const DataOptions& o) { return synthetic_images(o.samples, channels, side, classes); };
}

Dataset make_boxes(const DataOptions& o) {
  return synthetic_boxes(o.samples, side_of(o), 80);
}
Dataset make_text(const DataOptions& o) {
  return synthetic_text(o.samples, or_default(o.length, 8), or_default(o.vocabulary, 29423));
}
Opener make_tokens(std::int64_t vocabulary) {
  return [=](const DataOptions& o) {
    return synthetic_text(o.samples, or_default(o.length, kSampleTokens), or_default(o.vocabulary, vocabulary));
  };
}
Dataset make_questions(const DataOptions& o) {
  return synthetic_questions(o.samples, or_default(o.length, 512), or_default(o.vocabulary, 30522));
}

const OptimizerOptions kSgd{Optimizer::sgd, 0.01, 0.9, 0, 0};
const OptimizerOptions kAdamW{Optimizer::adamw, 2e-5, 0, 0.01, 0};
const OptimizerOptions kLanguage{Optimizer::adamw, 6e-4, 0, 0.1, 1};  // Brown et al. 2020, for 125 M parameters
const OptimizerOptions kAdam{Optimizer::adam, 5e-5, 0, 0, 0.5};

constexpr const char* kImages = "a folder of JPEG or PNG files, one folder per class, or one folder and --labels FILE";
constexpr const char* kTokens = "tokens as an .npy or .bin file, or any file, whose bytes are the tokens";
constexpr const char* kQuestions = "ids, mask, types, start, end as .npy files";

}  // namespace

const std::vector<Workload>& workloads() {
  static const std::vector<Workload> table{
      {"lenet", "MNIST's IDX files", Samples::arrays, kSgd, true, 10, open_digits, images(1, 28, 10), open_digits,
       open_test_digits},
      {"resnet18", kImages, Samples::images, kSgd, true, 1000, open_folder, images(3, 224, 1000), open_centres},
      {"resnet18-cifar", "CIFAR-10's binary files", Samples::arrays, kSgd, true, 10, open_cifar, images(3, 32, 10),
       open_cifar, open_test_cifar},
      {"mobilenetv3", kImages, Samples::landmarks, kSgd, true, 1000, open_landmarks, images(3, 224, 1000),
       open_centres},
      {"mobilenetv3-203", kImages, Samples::landmarks, kSgd, true, 203, open_landmarks, images(3, 224, 203),
       open_centres},
      {"yolov8n", "images/ and labels/ of YOLO text files", Samples::boxes, kSgd, true, 80, open_boxes, make_boxes,
       open_plain_boxes},
      {"bert", kQuestions, Samples::text, kAdamW, true, 0, open_questions, make_questions, open_questions},
      {"bert-large", kQuestions, Samples::text, kAdamW, true, 0, open_questions, make_questions, open_questions},
      {"lstm", "tokens as an .npy file", Samples::text, kAdam, false, 0, open_text, make_text, open_text},
      {"resnet50", kImages, Samples::images, kSgd, true, 1000, open_folder, images(3, 224, 1000), open_centres},
      {"vgg11", kImages, Samples::images, kSgd, true, 1000, open_folder, images(3, 224, 1000), open_centres},
      {"gpt2", kTokens, Samples::language, kLanguage, true, 0, open_tokens(50257), make_tokens(50257),
       open_tokens(50257)},
      {"llama-135m", kTokens, Samples::language, kLanguage, true, 0, open_tokens(49152), make_tokens(49152),
       open_tokens(49152)}};
  return table;
}

std::vector<std::string> workload_names() {
  std::vector<std::string> names;
  for (const Workload& workload : workloads()) names.push_back(workload.name);
  return names;
}

const Workload& find_workload(const std::string& name) {
  for (const Workload& workload : workloads()) {
    if (workload.name == name) return workload;
  }
  const std::string near = nearest_name(name, workload_names());
  throw usage_error(name + ": no such workload",
                    near.empty() ? "choose from " + join(workload_names(), ", ") : "did you mean " + near + "?");
}

void require_samples(const std::vector<std::string>& names, bool given, const std::string& option,
                     std::initializer_list<Samples> takers, const std::string& of) {
  const auto takes = [&](const Workload& workload) {
    return std::count(takers.begin(), takers.end(), workload.samples) > 0;
  };
  if (!given || std::any_of(names.begin(), names.end(), [&](const auto& name) { return takes(find_workload(name)); })) {
    return;
  }
  std::vector<std::string> fitting;
  for (const Workload& workload : workloads()) {
    if (takes(workload)) fitting.push_back(workload.name);
  }
  throw usage_error(option + " cannot be combined with " + join(names, ", "),
                    "it concerns " + of + join(fitting, ", "));
}

void check_data_options(const std::vector<std::string>& names, const DataOptions& options) {
  const auto require = [&](bool given, const std::string& option, std::initializer_list<Samples> takers) {
    require_samples(names, given, option, takers);
  };
  require(!options.labels.empty(), "--labels", {Samples::images, Samples::landmarks});
  require(!options.decoder.empty(), "--decoder", {Samples::images, Samples::landmarks, Samples::boxes});
  require(options.preset == Preset::srfp2024, "--preset srfp2024", {Samples::images});
  require(options.preset == Preset::ultralytics, "--preset ultralytics", {Samples::boxes});
  require(options.image_size > 0, "--image-size", {Samples::boxes});
}

namespace {

Dataset checked(const Workload& workload, const DataOptions& options, Dataset set) {
  if (workload.classes > 0 && set.classes > workload.classes) {
    throw data_error(options.path + ": has " + std::to_string(set.classes) + " classes, but the head of " +
                     workload.name + " has " + std::to_string(workload.classes));
  }
  return set;
}

}  // namespace

Dataset open_dataset(const Workload& workload, const DataOptions& options, bool synthetic) {
  if (synthetic) return workload.synthetic(options);
  if (options.path.empty())
    throw usage_error("--data is required", workload.name + " takes " + workload.data + ", or --synthetic");
  return checked(workload, options, workload.open(options));
}

Dataset open_validation_set(const Workload& workload, const DataOptions& options, bool synthetic) {
  DataOptions own = options;
  if (!options.validation.empty()) {
    own.path = options.validation;
    return checked(workload, own, workload.open_validation(own));
  }
  if (synthetic) {
    own.samples = std::max<std::size_t>(1, options.samples / 10);
    return workload.synthetic(own);
  }
  if (!workload.own_validation) {
    throw usage_error("--validate requires --validate-data PATH", "a data set of " + workload.name + " has one part");
  }
  return checked(workload, own, workload.own_validation(own));
}

}  // namespace wattline::trainstep
