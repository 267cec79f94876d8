// SPDX-License-Identifier: Apache-2.0
#include "cachestat/rows.hpp"

#include "io/time_columns.hpp"

namespace wattline::cachestat {

const io::RowTable<MapRow>& map_rows() {
  using R = MapRow;
  static const io::RowTable<R> table{
      "residency map",
      {io::instant_fields<R>(),
       {{"label", "", 0, "text of --label, or NA"}, &R::label},
       {{"path", "", 0, "path of the file"}, &R::path},
       {{"part", "1", 0, "number of the part, from 0"}, &R::part},
       {{"start_b", "B", 0, "offset of the part in the file"}, &R::start_b},
       {{"pages", "1", 0, "number of pages in the part"}, &R::pages},
       {{"cached_pages", "1", 0, "number of these pages in the page cache"}, &R::cached_pages},
       {{"resident_pct", "%", 4, "cached_pages in % of pages"}, &R::resident_pct},
       {{"method", "", 0, "cachestat or mincore"}, &R::method},
       {io::kSource, &R::source}}};
  return table;
}

}  // namespace wattline::cachestat
