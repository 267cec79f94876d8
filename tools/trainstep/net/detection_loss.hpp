// SPDX-License-Identifier: Apache-2.0
// The loss of YOLOv8: task-aligned assignment (Feng et al. 2021), complete IoU (Zheng et al. 2020), distribution focal
// loss (Li et al. 2020) and binary cross-entropy. Includes LibTorch: for net/*.cpp and its tests only.
#pragma once
#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace wattline::trainstep {

constexpr std::int64_t kBins = 16;  // of the distribution over a box side's distance

struct DetectionLoss {
  torch::Tensor box, classes, distribution;  // scalars, before their gains
  // With the published gains, times the batch size.
  torch::Tensor total(std::int64_t batch) const;
};

// `maps`: the heads' outputs [batch, 4 * kBins + classes, height, width] at strides 8, 16, 32. `boxes`: [batch, most,
// 5] of class, centre x, centre y, width, height as shares of the image's side; class -1 fills the rest.
DetectionLoss detection_loss(const std::vector<torch::Tensor>& maps, const torch::Tensor& boxes, std::int64_t classes);

// Of boxes x0, y0, x1, y1 in the last dimension.
torch::Tensor complete_iou(const torch::Tensor& a, const torch::Tensor& b);

}  // namespace wattline::trainstep
