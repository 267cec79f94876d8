// SPDX-License-Identifier: Apache-2.0
#include "cachestat/cachestat.hpp"
#include "cachestat/rows.hpp"
#include "page_cache/residency_row.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  const cli::About about{"cachestat",
                         "Which part of a data set is in the page cache; warm it, evict it, pin a part of it",
                         "  cachestat train/                                  one row: how much of it is in memory\n"
                         "  cachestat -f train/ | sort -t$'\\t' -k15,15n       a row per file, coldest first\n"
                         "  cachestat --from labels.csv --column path --base data/\n"
                         "  cachestat --watch 1s -n 3 --sample 4000 train/    an estimate every second\n"
                         "  cachestat evict train/ && cachestat warm train/\n"
                         "  cachestat pin --fraction 0.5 train/ -- ./train.sh",
                         {&page_cache::residency_rows(), &cachestat::map_rows().kind()},
                         true};
  return cli::tool_main(argc, argv, about, cachestat::declare, cachestat::run);
}
