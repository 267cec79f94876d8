// SPDX-License-Identifier: Apache-2.0
#include "joules/joules.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  const cli::Actions actions = joules::actions();
  return cli::run_subcommands(argc, argv, joules::about(), actions.subcommands, actions.without_subcommand);
}
