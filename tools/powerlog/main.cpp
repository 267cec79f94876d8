// SPDX-License-Identifier: Apache-2.0
#include "powerlog/powerlog.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  const cli::Actions actions = powerlog::actions();
  return cli::run_subcommands(argc, argv, powerlog::about(), actions.subcommands, actions.without_subcommand);
}
