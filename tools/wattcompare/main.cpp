// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/wattcompare.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  return cli::tool_main(argc, argv, wattcompare::about(), wattcompare::declare, wattcompare::run);
}
