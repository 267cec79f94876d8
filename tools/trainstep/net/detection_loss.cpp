// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/detection_loss.hpp"

#include <torch/nn/functional.h>

#include <array>
#include <cmath>

namespace wattline::trainstep {

namespace {

using torch::Tensor;
namespace F = torch::nn::functional;

constexpr std::int64_t kCandidates = 10;                // anchors per object
constexpr double kScorePower = 0.5, kOverlapPower = 6;  // of the alignment metric
constexpr double kBoxGain = 7.5, kClassGain = 0.5, kDistributionGain = 1.5;

// What the heads say, for all anchors of all levels.
struct Predictions {
  Tensor anchors, strides;   // [anchors, 2] in grid units, [anchors, 1]
  Tensor distances, scores;  // [batch, anchors, 4 * kBins], [batch, anchors, classes]
  Tensor boxes;              // [batch, anchors, 4] corners in grid units
};

struct Objects {
  Tensor corners, labels, real;  // [batch, most, 4] in pixels, [batch, most], [batch, most, 1] as 0 or 1
};

struct Targets {
  Tensor boxes, scores, chosen;  // [batch, anchors, 4] in pixels, [batch, anchors, classes], [batch, anchors] bool
};

Tensor anchor_points(const Tensor& map) {
  const Tensor x = torch::arange(map.size(3), map.options()) + 0.5, y = torch::arange(map.size(2), map.options()) + 0.5;
  const std::vector<Tensor> grid = torch::meshgrid({y, x}, "ij");
  return torch::stack({grid[1], grid[0]}, -1).view({-1, 2});
}

Predictions gather(const std::vector<Tensor>& maps, std::int64_t classes) {
  std::vector<Tensor> anchors, strides, outputs;
  for (std::size_t level = 0; level < maps.size(); ++level) {
    const Tensor& map = maps[level];
    anchors.push_back(anchor_points(map));
    strides.push_back(torch::full({map.size(2) * map.size(3), 1}, static_cast<double>(8 << level), map.options()));
    outputs.push_back(map.reshape({map.size(0), 4 * kBins + classes, -1}));
  }
  Predictions p{torch::cat(anchors), torch::cat(strides), {}, {}, {}};
  const Tensor all = torch::cat(outputs, 2).permute({0, 2, 1});
  p.distances = all.slice(2, 0, 4 * kBins).contiguous();
  p.scores = all.slice(2, 4 * kBins).contiguous();
  const Tensor bins = torch::arange(kBins, all.options());
  const Tensor sides = torch::matmul(p.distances.view({all.size(0), all.size(1), 4, kBins}).softmax(3), bins);
  p.boxes = torch::cat({p.anchors - sides.slice(2, 0, 2), p.anchors + sides.slice(2, 2)}, -1);
  return p;
}

Objects objects_of(const Tensor& boxes, double side) {
  const Tensor centre = boxes.slice(2, 1, 3) * side, half = boxes.slice(2, 3, 5) * side / 2;
  const Tensor labels = boxes.select(2, 0).to(torch::kLong);
  return {torch::cat({centre - half, centre + half}, -1), labels.clamp_min(0),
          (labels >= 0).to(boxes.dtype()).unsqueeze(-1)};
}

// [batch, most, anchors]: 1 where the anchor's centre lies inside the object.
Tensor inside(const Objects& objects, const Tensor& centres) {
  const Tensor from = centres.view({1, 1, -1, 2}) - objects.corners.slice(2, 0, 2).unsqueeze(2);
  const Tensor to = objects.corners.slice(2, 2).unsqueeze(2) - centres.view({1, 1, -1, 2});
  return (torch::cat({from, to}, -1).amin(-1) > 1e-9).to(centres.dtype()) * objects.real;
}

// Keeps for each object its best-aligned anchors, and for each anchor only the object it overlaps most.
Tensor match(const Tensor& metric, const Tensor& overlap, const Tensor& within) {
  const std::int64_t count = std::min(kCandidates, metric.size(2));
  const Tensor best = std::get<1>(metric.topk(count, -1));
  const Tensor matched = torch::zeros_like(metric).scatter_(2, best, 1.0) * within;
  const Tensor closest = torch::zeros_like(metric).scatter_(1, overlap.argmax(1, true), 1.0);
  return torch::where(matched.sum(1, true) > 1, closest, matched);
}

Targets assign(const Predictions& p, const Objects& objects) {
  const torch::NoGradGuard guard;
  const std::int64_t batch = p.scores.size(0), anchors = p.scores.size(1), most = objects.labels.size(1);
  const Tensor within = inside(objects, p.anchors * p.strides);
  const Tensor labels = objects.labels.unsqueeze(-1).expand({batch, most, anchors});
  const Tensor score = p.scores.sigmoid().transpose(1, 2).gather(1, labels);
  const Tensor overlap =
      complete_iou(objects.corners.unsqueeze(2), (p.boxes * p.strides).unsqueeze(1)).clamp_min(0) * within;
  const Tensor metric = score.pow(kScorePower) * overlap.pow(kOverlapPower) * within;
  const Tensor matched = match(metric, overlap, within);
  const Tensor object = matched.argmax(1);
  const Tensor chosen = matched.sum(1) > 0;
  const Tensor aligned = metric * matched;
  const Tensor share = (aligned * (overlap * matched).amax(-1, true) / (aligned.amax(-1, true) + 1e-9)).amax(1);
  Tensor scores = torch::zeros_like(p.scores).scatter_(2, objects.labels.gather(1, object).unsqueeze(-1), 1.0);
  scores = scores * (share * chosen).unsqueeze(-1);
  return {objects.corners.gather(1, object.unsqueeze(-1).expand({batch, anchors, 4})), scores, chosen};
}

// Cross-entropy of each side's distribution with the two bins next to its true distance.
Tensor focal_loss(const Tensor& distributions, const Tensor& sides) {
  const Tensor wanted = sides.clamp(0, kBins - 1 - 0.01);
  const Tensor lower = wanted.to(torch::kLong), share = wanted - lower;
  const Tensor logits = distributions.view({-1, kBins});
  const auto entropy = [&](const Tensor& bin) {
    const auto each = F::CrossEntropyFuncOptions().reduction(torch::kNone);
    return F::cross_entropy(logits, bin.reshape({-1}), each).view_as(wanted);
  };
  return (entropy(lower) * (1 - share) + entropy(lower + 1) * share).mean(-1);
}

}  // namespace

Tensor complete_iou(const Tensor& a, const Tensor& b) {
  constexpr double kEps = 1e-7;
  const auto p = a.unbind(-1), q = b.unbind(-1);
  const Tensor pw = p[2] - p[0], ph = p[3] - p[1] + kEps, qw = q[2] - q[0], qh = q[3] - q[1] + kEps;
  const Tensor common = (torch::min(p[2], q[2]) - torch::max(p[0], q[0])).clamp_min(0) *
                        (torch::min(p[3], q[3]) - torch::max(p[1], q[1])).clamp_min(0);
  const Tensor iou = common / (pw * ph + qw * qh - common + kEps);
  const Tensor hull = (torch::max(p[2], q[2]) - torch::min(p[0], q[0])).pow(2) +
                      (torch::max(p[3], q[3]) - torch::min(p[1], q[1])).pow(2) + kEps;
  const Tensor apart = ((q[0] + q[2] - p[0] - p[2]).pow(2) + (q[1] + q[3] - p[1] - p[3]).pow(2)) / 4;
  const Tensor shape = (4 / (M_PI * M_PI)) * (torch::atan(qw / qh) - torch::atan(pw / ph)).pow(2);
  const Tensor weight = (shape / (shape - iou + (1 + kEps))).detach();
  return iou - (apart / hull + shape * weight);
}

DetectionLoss detection_loss(const std::vector<Tensor>& maps, const Tensor& boxes, std::int64_t classes) {
  const Predictions p = gather(maps, classes);
  const double side = static_cast<double>(maps[0].size(3)) * 8;
  const Targets targets = assign(p, objects_of(boxes, side));
  const Tensor total = targets.scores.sum().clamp_min(1);
  const auto summed = F::BinaryCrossEntropyWithLogitsFuncOptions().reduction(torch::kSum);
  DetectionLoss loss;
  loss.classes = F::binary_cross_entropy_with_logits(p.scores, targets.scores, summed) / total;
  const Tensor weight = targets.scores.sum(-1).masked_select(targets.chosen);
  const Tensor wanted = (targets.boxes / p.strides).index({targets.chosen});
  loss.box = ((1 - complete_iou(p.boxes.index({targets.chosen}), wanted)) * weight).sum() / total;
  const Tensor anchors = p.anchors.unsqueeze(0).expand({boxes.size(0), -1, 2}).index({targets.chosen});
  const Tensor sides = torch::cat({anchors - wanted.slice(1, 0, 2), wanted.slice(1, 2) - anchors}, -1);
  loss.distribution = (focal_loss(p.distances.index({targets.chosen}), sides) * weight).sum() / total;
  return loss;
}

Tensor DetectionLoss::total(std::int64_t batch) const {
  return (kBoxGain * box + kClassGain * classes + kDistributionGain * distribution) * batch;
}

}  // namespace wattline::trainstep
