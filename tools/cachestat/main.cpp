// SPDX-License-Identifier: Apache-2.0
#include "cachestat/cachestat.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  const cli::Actions actions = cachestat::actions();
  return cli::run_subcommands(argc, argv, cachestat::about(), actions.subcommands, actions.without_subcommand);
}
