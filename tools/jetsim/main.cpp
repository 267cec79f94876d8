// SPDX-License-Identifier: Apache-2.0
#include "cli/tool.hpp"
#include "jetsim/jetsim.hpp"

int main(int argc, char** argv) {
  const wattline::cli::About about{"jetsim",
                                   "Be a Jetson: a live emulated board below a directory, and an emulated workload.",
                                   "  jetsim mount --board agx-orin M\n"
                                   "  jetsim fault M stuck-core:5\n"
                                   "  jetsim ledger M\n"
                                   "  jetsim umount M\n",
                                   {}};
  return wattline::cli::tool_main(argc, argv, about, wattline::jetsim::declare, wattline::jetsim::run);
}
