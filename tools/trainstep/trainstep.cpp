// SPDX-License-Identifier: Apache-2.0
#include "trainstep/trainstep.hpp"

#include <cstdlib>

#include "base/error.hpp"
#include "io/child.hpp"
#include "trainstep/info.hpp"
#include "trainstep/serve.hpp"
#include "trainstep/train.hpp"

namespace wattline::trainstep {

namespace {

// OpenMP's threads spin while they wait, which takes the processor from the loader's: on two busy cores a step of
// 1.3 s took up to 75 s. libgomp reads this setting before main().
void make_waiting_passive(const cli::Context& context) {
  if (context.argv.empty() || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  io::restart_with(context.argv, {"OMP_WAIT_POLICY=passive"});
}

}  // namespace

int run(const Options& options, cli::Context& context) {
  if (options.operands.size() == 2 && options.operands.front() != "info") {
    throw usage_error(options.operands.front() + ": only info takes a workload as its operand");
  }
  if (!options.operands.empty() && options.operands.back() == "info") throw usage_error("info: of which workload?");
  if (options.operands.size() == 2) return print_info(options, context);
  if (!options.loader_only) make_waiting_passive(context);
  if (options.infer || !options.interleave.empty()) return run_serving(options, context);
  return run_training(options, context);
}

}  // namespace wattline::trainstep
