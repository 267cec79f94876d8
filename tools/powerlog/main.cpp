// SPDX-License-Identifier: Apache-2.0
#include "powerlog/powerlog.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  return cli::tool_main(argc, argv, powerlog::about(), powerlog::declare, powerlog::run);
}
