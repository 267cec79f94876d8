// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/pmsweep.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  const cli::Actions actions = pmsweep::actions();
  return cli::run_subcommands(argc, argv, pmsweep::about(), actions.subcommands, actions.without_subcommand);
}
