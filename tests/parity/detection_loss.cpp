// SPDX-License-Identifier: Apache-2.0
// parity_detection_loss FOLDER: random outputs of YOLOv8's heads and random, overlapping boxes as files, with each
// piece of the loss on them and the complete IoU of pairs of boxes, for detection_loss.py to compute once more.
#include "trainstep/net/detection_loss.hpp"

#include <torch/torch.h>

#include <fstream>
#include <iomanip>
#include <string>

using namespace wattline::trainstep;

namespace {

constexpr std::int64_t kBatch = 3, kClasses = 5, kSide = 96, kObjects = 6;

void write(const std::string& path, const torch::Tensor& tensor) {
  const torch::Tensor whole = tensor.contiguous();
  std::ofstream file(path, std::ios::binary);
  file.write(static_cast<const char*>(whole.data_ptr()), static_cast<std::streamsize>(whole.nbytes()));
}

// Class, centre, size; the last object of each image is none.
torch::Tensor random_boxes() {
  const torch::Tensor labels = torch::randint(0, kClasses, {kBatch, kObjects, 1}, torch::kFloat);
  const torch::Tensor sizes = 0.1 + 0.5 * torch::rand({kBatch, kObjects, 2});
  const torch::Tensor centres = sizes / 2 + (1 - sizes) * torch::rand({kBatch, kObjects, 2});
  torch::Tensor boxes = torch::cat({labels, centres, sizes}, -1);
  boxes.select(1, kObjects - 1).fill_(0).select(1, 0).fill_(-1);
  return boxes;
}

torch::Tensor random_corners() {
  const torch::Tensor from = 50 * torch::rand({200, 2});
  return torch::cat({from, from + 1 + 60 * torch::rand({200, 2})}, -1);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 64;
  const std::string folder = argv[1];
  torch::manual_seed(3);
  std::vector<torch::Tensor> maps;
  for (const std::int64_t stride : {8, 16, 32}) {
    maps.push_back(2 * torch::randn({kBatch, 4 * kBins + kClasses, kSide / stride, kSide / stride}));
    write(folder + "/map" + std::to_string(stride) + ".bin", maps.back());
  }
  const torch::Tensor boxes = random_boxes(), a = random_corners(), b = random_corners();
  write(folder + "/boxes.bin", boxes);
  write(folder + "/a.bin", a);
  write(folder + "/b.bin", b);
  write(folder + "/iou.bin", complete_iou(a, b));
  const DetectionLoss loss = detection_loss(maps, boxes, kClasses);
  std::ofstream(folder + "/loss.txt") << std::setprecision(9) << "box " << loss.box.item<float>() << "\nclasses "
                                      << loss.classes.item<float>() << "\ndistribution "
                                      << loss.distribution.item<float>() << "\n";
}
