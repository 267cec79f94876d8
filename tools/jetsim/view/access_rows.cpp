// SPDX-License-Identifier: Apache-2.0
#include "jetsim/view/access_rows.hpp"

#include "io/row_columns.hpp"

namespace wattline::jetsim {

const io::RowTable<AccessRow>& access_rows() {
  using R = AccessRow;
  static const io::RowTable<R> table{
      "record",
      {{io::kMono, &R::mono_ns, io::as_time},
       {{"pid", "1", 0, "number of the process"}, &R::pid},
       {{"command", "", 0, "name of the process"}, [](const R& row) { return io::or_na(row.command); }},
       {{"operation", "", 0, "read, write, list, create, remove, mkdir or rename; find and open only when they fail"},
        &R::operation},
       {{"path", "", 0, "the file"}, &R::path},
       {{"value", "", 0, "what was read, or was to be written; the new name of a renamed file"}, &R::value},
       {{"bytes", "1", 0, "bytes read or written"}, &R::bytes},
       {{"error", "", 0, "why it failed; NA if it did not"}, [](const R& row) { return io::or_na(row.error); }}}};
  return table;
}

}  // namespace wattline::jetsim
