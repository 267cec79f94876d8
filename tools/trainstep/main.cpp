// SPDX-License-Identifier: Apache-2.0
#include "trainstep/trainstep.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  const cli::Actions actions = trainstep::actions();
  return cli::run_subcommands(argc, argv, trainstep::about(), actions.subcommands, actions.without_subcommand);
}
