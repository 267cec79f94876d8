// SPDX-License-Identifier: Apache-2.0
#include "jetsim/jetsim.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  const cli::About about{"jetsim",
                         "Emulate a Jetson: a live board under a directory, a disk, and a training that runs on it",
                         "  jetsim run --board agx-orin -- sh -c 'cat /sys/class/hwmon/hwmon*/name'\n"
                         "  jetsim run --board orin-nano --mode max/max/max/max -- powerlog -d 1s\n"
                         "  jetsim mount --board agx-orin M\n"
                         "  jetsim fault M stuck-core:5\n"
                         "  jetsim --root M step --workload resnet18 --max-steps 40\n"
                         "  jetsim --root M disk --profile hdd images slow\n"
                         "  jetsim umount slow\n"
                         "  jetsim ledger M\n"
                         "  jetsim umount M\n",
                         {}};
  return cli::run_subcommands(argc, argv, about, jetsim::subcommands());
}
