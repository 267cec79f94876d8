// SPDX-License-Identifier: Apache-2.0
// The options of pmpredict fit that describe a network and the board, for a prediction with few profiles or none.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "cli/tool.hpp"
#include "model/size_prior.hpp"

namespace wattline::pmpredict {

struct SizeOptions {
  std::string file;  // as trainstep info prints it; empty = none
  bool inference = false;
  std::string board;  // id; empty = this machine
  std::optional<std::int64_t> cuda_cores;
};

void declare_size(cli::App& app, SizeOptions& options);
// What the options tell of a minibatch on a board with these highest clocks. Throws a usage error for a board or GPU
// that is not known, and a data error for modes without a clock of CPU, GPU or memory.
model::Priors priors_of(const SizeOptions& options, std::optional<std::int64_t> batch, const model::Mode& top,
                        const cli::Context& context);

}  // namespace wattline::pmpredict
