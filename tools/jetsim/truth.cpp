// SPDX-License-Identifier: Apache-2.0
// jetsim truth: print time and power of every mode of a board, without noise.
#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "base/error.hpp"
#include "cli/option_types.hpp"
#include "jetsim/context_option.hpp"
#include "jetsim/jetsim.hpp"
#include "jetsim/rows.hpp"
#include "jetsim/workload/shared_gpu.hpp"
#include "jetsim/workload/training_memory.hpp"

namespace wattline::jetsim {

namespace {

struct Options {
  std::string board, boot, workload;
  int batch = 0;           // 0 = the workload's own
  int context = 0;         // the same
  SharingOptions sharing;  // without a pair, the workload alone is asked for
  std::vector<int> infer_batches{16};
  cli::RowOptions rows;
};

void declare(cli::App& app, Options& options) {
  app.add_option("--board", options.board, "Board, such as agx-orin").required();
  app.add_option("--boot", options.boot, "Mode that the board booted in [its default, with the whole GPU]");
  app.add_option("--workload", options.workload, "Network, such as resnet18");
  app.add_option("--interleave", options.sharing.pair, "Training beside a network that answers requests: TRAIN+INFER");
  app.add_option("--rate", options.sharing.rate, "Requests per second").check(cli::between(kLeastRate, kMostRate));
  app.add_option("--infer-batch", options.infer_batches, "Requests in an inference minibatch; one row for each")
      .delimiter(',')
      .check(cli::between(1, 4096))
      .capture_default_str();
  app.add_option("--batch", options.batch, "Samples per minibatch [the workload's own]").check(cli::between(1, 4096));
  declare_context(app, options.context);
  cli::declare_rows(app, options.rows);
}

// The first `cores` cores of the board's order online, all at one clock.
Clocks clocks_of(const BoardSpec& board, int cores, std::int64_t khz) {
  const std::set<int> online(board.core_order.begin(), board.core_order.begin() + cores);
  Clocks clocks;
  clocks.gpu_units = board.gpu_units;
  for (const std::vector<int>& policy : board.policies) {
    const auto in = std::count_if(policy.begin(), policy.end(), [&](int cpu) { return online.count(cpu) != 0; });
    clocks.online.push_back(static_cast<int>(in));
    clocks.cpu_khz.push_back(khz);
  }
  return clocks;
}

// The rows of one mode.
using Rows = std::function<std::vector<TruthRow>(const Clocks&)>;

Rows alone(const BoardSpec& board, const TruePower& power, const Options& options) {
  const Surface surface(board, options.workload);
  check_context(surface, options.context);
  const MinibatchSize size(options.batch > 0 ? options.batch : surface.default_batch(), options.context);
  require_memory(board, surface, size);
  const std::optional<int> chosen = options.batch > 0 ? std::optional<int>(size.batch) : std::nullopt;
  return [=, &power](const Clocks& clocks) -> std::vector<TruthRow> {
    const EmulatedMinibatch minibatch = surface.at(clocks, size);
    return {{clocks, minibatch.step_ms(), settled_watts(power, clocks, minibatch), chosen, {}, surface.tokens(size)}};
  };
}

// One row for each size of an inference minibatch.
Rows interleaved(const BoardSpec& board, const TruePower& power, const Options& options) {
  if (options.sharing.rate <= 0) throw usage_error("--interleave requires --rate N");
  const auto [train, infer] = workloads_of(options.sharing.pair);
  const Surface training(board, train), inference(board, infer);
  check_trains(training);
  const int batch = options.batch > 0 ? options.batch : training.default_batch();
  require_memory(board, training, batch);
  return [=, &power](const Clocks& clocks) {
    const EmulatedMinibatch trained = training.at(clocks, batch);
    std::vector<TruthRow> rows;
    for (const int requests : options.infer_batches) {
      const EmulatedMinibatch inferred = inference.at(clocks, requests, Pass::inference);
      const SharedWindow window = shared_window(inferred, trained, 1e3 * requests / options.sharing.rate);
      rows.push_back(
          {clocks, trained.step_ms(), settled_watts(power, clocks, window.whole()), requests, inferred.step_ms()});
    }
    return rows;
  };
}

int truth(const Options& options, cli::Context& context) {
  const bool interleaves = !options.sharing.pair.empty();
  if (interleaves != options.workload.empty()) {
    throw usage_error("truth requires --workload NAME or --interleave TRAIN+INFER");
  }
  if (interleaves && options.context > 0) throw usage_error("--context cannot be combined with --interleave");
  const BoardSpec board(options.board, options.boot);
  const TruePower power(board);
  const Rows rows_of = interleaves ? interleaved(board, power, options) : alone(board, power, options);
  cli::RowStream stream(context, options.rows, truth_rows().kind());
  io::TsvWriter& rows = stream.rows();
  rows.buffer(std::size_t{1} << 16);
  for (int cores = 1; cores <= board.cores(); ++cores) {
    for (const std::int64_t khz : board.cpu_khz) {
      Clocks clocks = clocks_of(board, cores, khz);
      for (const std::int64_t gpu : board.gpu_hz) {
        clocks.gpu_hz = gpu;
        for (const std::int64_t emc : board.emc_hz) {
          clocks.emc_hz = emc;
          const double idle_w = settled_idle_watts(power, clocks);
          for (TruthRow& row : rows_of(clocks)) {
            row.idle_w = idle_w;
            truth_rows().write(rows, row);
          }
        }
      }
      if (stream.output().reader_gone()) return to_int(ExitCode::ok);
    }
  }
  rows.flush();
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand truth_subcommand() {
  return cli::subcommand("truth", "Print time and power of every mode, without noise", declare, truth,
                         {&truth_rows().kind()});
}

}  // namespace wattline::jetsim
