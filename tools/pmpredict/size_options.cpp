// SPDX-License-Identifier: Apache-2.0
#include "pmpredict/size_options.hpp"

#include <cmath>

#include "base/error.hpp"
#include "cli/option_types.hpp"
#include "platform/board/boards.hpp"
#include "platform/board/detect_board.hpp"

namespace wattline::pmpredict {

namespace {

std::vector<std::string> known_boards() {
  std::vector<std::string> ids;
  for (const platform::BoardFacts& board : platform::boards()) {
    if (board.cuda_cores > 0) ids.push_back(board.id);
  }
  return ids;
}

// The modes may be those of another board, or a part of them.
void check_memory_clock(const platform::BoardFacts& board, std::int64_t highest, const cli::Context& context) {
  constexpr double kTolerance = 0.01;
  bool same = board.emc_hz.empty();
  for (const auto* clocks : {&board.emc_hz, &board.super_emc_hz}) {
    if (clocks->empty()) continue;
    same = same || std::abs(double(highest - clocks->back())) <= kTolerance * double(clocks->back());
  }
  if (same) return;
  context.note("--network: the highest memory clock of the modes is " + std::to_string(highest) + " Hz, and that of " +
               board.id + " " + std::to_string(board.emc_hz.back()) + " Hz: are they the modes of this board?");
}

model::Hardware hardware_of(const SizeOptions& options, const model::Mode& top, const cli::Context& context) {
  const std::string id = options.board.empty() ? platform::detect_board(context.root).id : options.board;
  const platform::BoardFacts& board = platform::facts_of(id);
  if (board.cuda_cores == 0)
    throw usage_error("--network: the GPU of this machine is not known", "name the board of the modes with --board");
  for (const model::Axis axis : {model::kCores, model::kCpu, model::kGpu, model::kEmc}) {
    if (top[axis] <= 0) throw data_error(std::string("--network: the modes have no ") + model::to_string(axis));
  }
  check_memory_clock(board, top[model::kEmc], context);
  return {double(options.cuda_cores.value_or(board.cuda_cores)), double(board.memory_bits), top};
}

}  // namespace

void declare_size(cli::App& app, SizeOptions& options) {
  app.add_option("--network", options.file,
                 "Size of the network, as trainstep info prints it: few profiles or none are needed");
  app.add_flag("--inference", options.inference, "--network: a minibatch is a forward pass only");
  app.add_option("--board", options.board, "--network: the board of the modes, such as agx-orin [this machine]")
      .check(cli::one_of(known_boards()));
  app.add_option("--cuda-cores", options.cuda_cores, "--network: CUDA cores of the GPU [those of the board]")
      .check(cli::positive());
}

model::Priors priors_of(const SizeOptions& options, std::optional<std::int64_t> batch, const model::Mode& top,
                        const cli::Context& context) {
  if (!batch) throw usage_error("--network requires --batch", "give the number of samples of a minibatch");
  const model::SizedWork work{model::read_network_size(options.file), double(*batch), !options.inference};
  return model::size_priors(work, hardware_of(options, top, context));
}

}  // namespace wattline::pmpredict
