// SPDX-License-Identifier: Apache-2.0
#include "cachestat/rows.hpp"

#include "io/time_columns.hpp"

namespace wattline::cachestat {

const io::RowTable<MapRow>& map_rows() {
  using R = MapRow;
  static const io::RowTable<R> table{"residency map",
                                     {io::instant_fields<R>(),
                                      {{"label", "", 0, "--label, or NA"}, &R::label},
                                      {{"path", "", 0, "the file"}, &R::path},
                                      {{"part", "1", 0, "part of the file, from 0"}, &R::part},
                                      {{"start_b", "B", 0, "where the part starts"}, &R::start_b},
                                      {{"pages", "1", 0, "pages of the part"}, &R::pages},
                                      {{"cached_pages", "1", 0, "of these, in the page cache"}, &R::cached_pages},
                                      {{"resident_pct", "%", 4, "cached_pages of pages"}, &R::resident_pct},
                                      {{"method", "", 0, "cachestat or mincore"}, &R::method},
                                      {io::kSource, &R::source}}};
  return table;
}

}  // namespace wattline::cachestat
