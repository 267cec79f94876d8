// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/pmsearch.hpp"
#include "pmsearch/rows.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  const cli::About about{
      "pmsearch",
      "Find the best power mode within limits from a handful of profiles",
      "  pmsearch run --budget 30 --modes space.tsv -- ./train.sh           the whole search, through pmsweep\n"
      "  pmsearch run --budget 30 --replay table.tsv                        the same on a recorded table\n"
      "  pmsearch run --objective energy --deadline 120 --replay table.tsv  least energy within a deadline\n"
      "  pmsearch next --budget 30 --modes space.tsv < profiles.tsv         which mode to profile next\n"
      "  pmsearch explain --budget 30 --modes space.tsv < profiles.tsv      why the answer is the best, and what "
      "binds\n",
      {&pmsearch::search_rows().kind(), &pmsearch::explanation_rows().kind()}};
  return cli::run_subcommands(argc, argv, about, pmsearch::subcommands());
}
