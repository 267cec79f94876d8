// SPDX-License-Identifier: Apache-2.0
#include "pmpredict/pmpredict.hpp"

int main(int argc, char** argv) {
  return wattline::cli::tool_main(argc, argv, wattline::pmpredict::about(), wattline::pmpredict::declare,
                                  wattline::pmpredict::run);
}
