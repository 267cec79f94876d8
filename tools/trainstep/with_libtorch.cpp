// SPDX-License-Identifier: Apache-2.0
#include "io/child.hpp"
#include "trainstep/libtorch.hpp"

namespace wattline::trainstep {

void need_libtorch(const cli::Context& context, const std::vector<std::string>& environment) {
  if (!context.argv.empty() && !environment.empty()) io::restart_with(context.argv, environment);
}

}  // namespace wattline::trainstep
