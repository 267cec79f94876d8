// SPDX-License-Identifier: Apache-2.0
#include "trainstep/trainstep.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  return cli::tool_main(argc, argv, trainstep::about(), trainstep::declare, trainstep::run);
}
