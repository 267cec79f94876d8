// SPDX-License-Identifier: Apache-2.0
#include "dsgen/rows.hpp"

namespace wattline::dsgen {

const io::RowKind& manifest_rows() {
  static const io::RowKind kind{"manifest",
                                {{"path", "", 0, "the file, relative to the folder of --out"},
                                 {"class", "1", 0, "class number, from 0; NA for a file without one"},
                                 {"samples", "1", 0, "samples in the file; NA when it is not counted in samples"},
                                 {"bytes", "B", 0, "size of the file"}}};
  return kind;
}

}  // namespace wattline::dsgen
