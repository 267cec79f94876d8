// SPDX-License-Identifier: Apache-2.0
#include "cachestat/rows.hpp"

#include "io/row_columns.hpp"

namespace wattline::cachestat {

const io::RowTable<MapRow>& map_rows() {
  using Row = MapRow;
  static const io::RowTable<Row> table{"residency map",
                                       {{io::kTime, &Row::time},
                                        {io::kMono, &Row::mono},
                                        {{"label", "", 0, "--label, or NA"}, &Row::label},
                                        {{"path", "", 0, "the file"}, &Row::path},
                                        {{"part", "1", 0, "part of the file, from 0"}, &Row::part},
                                        {{"start_b", "B", 0, "where the part starts"}, &Row::start_b},
                                        {{"pages", "1", 0, "pages of the part"}, &Row::pages},
                                        {{"cached_pages", "1", 0, "of these, in the page cache"}, &Row::cached_pages},
                                        {{"resident_pct", "%", 4, "cached_pages of pages"}, &Row::resident_pct},
                                        {{"method", "", 0, "cachestat or mincore"}, &Row::method},
                                        {io::kSource, &Row::source}}};
  return table;
}

}  // namespace wattline::cachestat
