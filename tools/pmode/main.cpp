// SPDX-License-Identifier: Apache-2.0
#include "pmode/pmode.hpp"

int main(int argc, char** argv) {
  return wattline::cli::tool_main(argc, argv, wattline::pmode::about(), wattline::pmode::declare, wattline::pmode::run);
}
