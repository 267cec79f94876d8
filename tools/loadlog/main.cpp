// SPDX-License-Identifier: Apache-2.0
#include "loadlog/loadlog.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  return cli::tool_main(argc, argv, loadlog::about(), loadlog::declare, loadlog::run);
}
