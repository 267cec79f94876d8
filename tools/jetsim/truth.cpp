// SPDX-License-Identifier: Apache-2.0
// jetsim truth: print time and power of every mode of a board, without noise.
#include <algorithm>
#include <set>

#include "cli/option_types.hpp"
#include "jetsim/jetsim.hpp"
#include "jetsim/rows.hpp"
#include "jetsim/workload/surface.hpp"

namespace wattline::jetsim {

namespace {

struct Options {
  std::string board, workload;
  int batch = 0;  // 0 = the workload's own
  cli::RowOptions rows;
};

void declare(CLI::App& app, Options& options) {
  app.add_option("--board", options.board, "Board, such as agx-orin")->required();
  app.add_option("--workload", options.workload, "Network, such as resnet18")->required();
  app.add_option("--batch", options.batch, "Samples per minibatch [the workload's own]")->check(cli::between(1, 4096));
  cli::declare_rows(app, options.rows);
}

// The first `cores` cores of the board's order online, all at one clock.
Clocks clocks_of(const BoardSpec& board, int cores, std::int64_t khz) {
  const std::set<int> online(board.core_order.begin(), board.core_order.begin() + cores);
  Clocks clocks;
  for (const std::vector<int>& policy : board.policies) {
    const auto in = std::count_if(policy.begin(), policy.end(), [&](int cpu) { return online.count(cpu) != 0; });
    clocks.online.push_back(static_cast<int>(in));
    clocks.cpu_khz.push_back(khz);
  }
  return clocks;
}

int truth(const Options& options, cli::Context& context) {
  const BoardSpec board(options.board);
  const Surface surface(board, options.workload);
  const TruePower power(board);
  const int batch = options.batch > 0 ? options.batch : surface.default_batch();
  cli::RowStream stream(context, options.rows, truth_rows().kind());
  io::TsvWriter& rows = stream.rows();
  rows.buffer(std::size_t{1} << 16);
  const auto row = [&](const Clocks& clocks) {
    const EmulatedMinibatch minibatch = surface.at(clocks, batch);
    truth_rows().write(rows, {clocks, minibatch.step_ms(), settled_watts(power, clocks, minibatch)});
  };
  for (int cores = 1; cores <= board.cores(); ++cores) {
    for (const std::int64_t khz : board.cpu_khz) {
      Clocks clocks = clocks_of(board, cores, khz);
      for (const std::int64_t gpu : board.gpu_hz) {
        clocks.gpu_hz = gpu;
        for (const std::int64_t emc : board.emc_hz) {
          clocks.emc_hz = emc;
          row(clocks);
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
