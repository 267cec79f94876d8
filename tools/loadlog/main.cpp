// SPDX-License-Identifier: Apache-2.0
#include "loadlog/loadlog.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  const cli::Actions actions = loadlog::actions();
  return cli::run_subcommands(argc, argv, loadlog::about(), actions.subcommands, actions.without_subcommand);
}
