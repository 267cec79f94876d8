// SPDX-License-Identifier: Apache-2.0
#include "dsgen/dsgen.hpp"
#include "dsgen/rows.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  using namespace wattline::dsgen;
  const cli::About about{
      "dsgen",
      "Make synthetic data sets of a given shape",
      "  dsgen images --out D --count 200 --classes 10 --width 800 --height 600 --bytes 100k --seed 1\n"
      "  dsgen idx --out MNIST --count 60000\n"
      "  dsgen landmarks --out GLD --count 500\n"
      "  dsgen scale --from D --factor 0.25 --out quarter\n",
      {&manifest_rows()}};
  return cli::run_subcommands(argc, argv, about, subcommands());
}
