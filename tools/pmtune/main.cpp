// SPDX-License-Identifier: Apache-2.0
#include "pmtune/pmtune.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  return cli::tool_main(argc, argv, pmtune::about(), pmtune::declare, pmtune::run);
}
