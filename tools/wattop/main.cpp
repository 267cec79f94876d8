// SPDX-License-Identifier: Apache-2.0
#include "wattop/wattop.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  return cli::tool_main(argc, argv, wattop::about(), wattop::declare, wattop::run);
}
