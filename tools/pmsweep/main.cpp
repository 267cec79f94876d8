// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/pmsweep.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  return cli::tool_main(argc, argv, pmsweep::about(), pmsweep::declare, pmsweep::run);
}
