// SPDX-License-Identifier: Apache-2.0
// How many samples training takes to a target accuracy, by batch size.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace wattline::model {

using TargetSamples = std::map<std::int64_t, double>;

// One training run; it has no samples if it did not reach the target.
struct TargetRun {
  std::int64_t batch = 0;
  std::optional<double> samples;
};

// The samples for each of `batches`. For a batch size with runs it is their geometric mean; a batch size whose runs did
// not all reach the target is left out, and so are larger ones without runs. The others follow the line E + S * batch
// with E, S >= 0 (McCandlish et al., "An Empirical Model of Large-Batch Training", arXiv:1812.06162, equation 2.11),
// fitted to the relative errors of the runs that reached it. They are left out, too, unless two batch sizes did.
TargetSamples target_samples(const std::vector<TargetRun>& runs, const std::vector<std::int64_t>& batches);

}  // namespace wattline::model
