// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/pmsearch.hpp"

int main(int argc, char** argv) {
  return wattline::cli::tool_main(argc, argv, wattline::pmsearch::about(), wattline::pmsearch::declare,
                                  wattline::pmsearch::run);
}
