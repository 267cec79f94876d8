// SPDX-License-Identifier: Apache-2.0
#include "joules/joules.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  return cli::tool_main(argc, argv, joules::about(), joules::declare, joules::run);
}
