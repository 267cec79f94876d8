// SPDX-License-Identifier: Apache-2.0
#include "dsgen/dsgen.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  return cli::tool_main(argc, argv, dsgen::about(), dsgen::declare, dsgen::run);
}
