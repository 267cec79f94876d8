// SPDX-License-Identifier: Apache-2.0
// The difference of two commands from blocks in which each of them ran once: its estimate, its interval, and how many
// blocks make the interval narrow enough.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace wattline::wattcompare {

struct BlockDifference {
  double value;     // b less a
  double distance;  // how many runs later in the block b came
};

// The least-squares line of the differences over the distances. What it says at distance 0 is the difference without a
// drift that is the same from run to run: in a block in which a came first, b has one run's drift more.
struct DifferenceFit {
  double difference = 0;
  double sd = 0;     // of a block
  double scale = 0;  // standard error of the difference for an sd of 1
  double freedom = 0;
};
// Empty when there are too few blocks for an sd.
std::optional<DifferenceFit> fit_difference(const std::vector<BlockDifference>& blocks);

// Half of the width of the interval that misses the true difference with the probability `error`, where the number of
// blocks was chosen from the sd of the first `pilot` of them. Empty when these are too few.
//
// A number of blocks that depends on the variance of the pilot alone leaves the mean of all blocks and this variance
// independent, so that Student's t with the freedom of the pilot is exact: Stein, A two-sample test for a linear
// hypothesis whose power is independent of the variance, Ann. Math. Statist. 16 (1945). (Looking again and again
// until an interval excludes zero is not: it finds differences of equal commands.) The sd of all blocks counts too
// where it gives a wider interval: machines are not always as quiet as during the pilot.
std::optional<double> half_width(const std::vector<BlockDifference>& blocks, std::size_t pilot, double error);

// How many blocks make half_width() at most `wanted`, as far as the pilot can tell. Empty as above; no more than a
// million.
std::optional<std::size_t> blocks_for(const std::vector<BlockDifference>& pilot, double wanted, double error);

}  // namespace wattline::wattcompare
