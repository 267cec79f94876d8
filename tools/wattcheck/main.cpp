// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/wattcheck.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  return cli::tool_main(argc, argv, wattcheck::about(), wattcheck::declare, wattcheck::run);
}
